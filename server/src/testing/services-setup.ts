import { type RadosgwServer, startRadosgw } from './radosgw-server.ts'
import sqlite from './sqlite-setup.ts'
import { s3Variable } from './test-storage.ts'

declare global {
  var holdallTestRadosgw: RadosgwServer | undefined
}

/** One S3 server for all workers. Test apps then keep their blobs in it, each under a prefix of its own. */
export default async function setup(): Promise<void> {
  await sqlite()
  globalThis.holdallTestRadosgw = await startRadosgw()
  process.env[s3Variable] = JSON.stringify(globalThis.holdallTestRadosgw.settings)
}
