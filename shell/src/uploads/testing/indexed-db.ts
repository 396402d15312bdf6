import 'fake-indexeddb/auto'
import { IDBFactory as Databases } from 'fake-indexeddb'
import { deserialize, serialize } from 'node:v8'

// jsdom lacks it; the database of a browser uses it.
globalThis.structuredClone ??= (value) => deserialize(serialize(value))

/** Gives the page the databases of a browser; a new one has none. */
export function setDatabases(browser: IDBFactory = new Databases()): IDBFactory {
  globalThis.indexedDB = browser
  return browser
}
