import sqlite from './sqlite-teardown.ts'

export default async function teardown(): Promise<void> {
  await globalThis.holdallTestRadosgw?.stop()
  sqlite()
}
