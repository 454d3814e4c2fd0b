"""Pages: find, select, render. What changes anything is a service."""
