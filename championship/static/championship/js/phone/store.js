// What the phone keeps, in IndexedDB: it outlives page, tab, browser and battery. Works over plain http too.
import { openDB } from "../../vendor/idb/index.js";

const NAME = "mapal-phone";
const STRICT = { durability: "strict" }; // on disk before we say that it is kept
let opened = null;

function open() {
  opened ??= openDB(NAME, 1, {
    upgrade(database) {
      const entries = database.createObjectStore("entries", { keyPath: "order", autoIncrement: true });
      entries.createIndex("id", "id", { unique: true });
      database.createObjectStore("drafts", { keyPath: "round" });
      database.createObjectStore("marks");
    },
    blocking: (_from, _to, event) => event.target.close(),
    terminated: () => {
      opened = null;
    },
  }).catch((error) => {
    opened = null;
    throw error;
  });
  return opened;
}

async function strictly(store, act) {
  const transaction = (await open()).transaction(store, "readwrite", STRICT);
  const result = await act(transaction.store);
  await transaction.done;
  return result;
}

/** Whether this browser keeps anything: some refuse it in a private window. */
export async function works() {
  try {
    await open();
    return true;
  } catch {
    return false;
  }
}

/** Entries in the order they were made. */
export const entries = async () => (await open()).getAll("entries");
/** Keep a new entry or a changed one; resolves with its order when it is on disk. */
export const keep = (entry) => strictly("entries", (store) => store.put(entry));
export const forget = (order) => strictly("entries", (store) => store.delete(order));

/** What was typed of a round and not saved. */
export const draft = async (round) => (await open()).get("drafts", round);
export const keepDraft = async (draft) => (await open()).put("drafts", draft);
export const dropDraft = async (round) => (await open()).delete("drafts", round);
export const forgetDrafts = async () => (await open()).clear("drafts");

/** Small things by name: a roll call that is done, the epoch of a championship. */
export const mark = async (name) => (await open()).get("marks", name);
export const setMark = async (name, value) => (await open()).put("marks", value, name);
export async function forgetMarks(beginning) {
  const marks = await (await open()).getAllKeys("marks");
  for (const name of marks.filter((each) => each.startsWith(beginning))) await (await open()).delete("marks", name);
}
