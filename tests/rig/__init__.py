"""What tests need of the machine: databases, Redis, a served application, a browser."""
