import 'fake-indexeddb/auto'
import { IDBFactory as Databases } from 'fake-indexeddb'
import { deserialize, serialize } from 'node:v8'

// jsdom lacks it; IndexedDB needs it.
globalThis.structuredClone ??= (value) => deserialize(serialize(value))

/** Installs the databases of a browser; default: a new browser without any. */
export function setDatabases(browser: IDBFactory = new Databases()): IDBFactory {
  globalThis.indexedDB = browser
  return browser
}
