#!/usr/bin/env node
// Starts the process. Plain JavaScript, so that an older Node can parse it and report the problem, and so that the type
// stripper (15 MB) is not loaded for this file alone: with a warm cache no other file needs it.
// Imported as a whole: an older Node lacks the export, and would fail before it prints the message.
import module from 'node:module'

const needed = 24
const found = Number.parseInt(process.versions.node, 10)
if (found < needed) {
  process.stderr.write(`Holdall needs Node ${needed} or newer; this is ${process.versions.node}.\n`)
  process.exit(1)
}
// Files are accessible to this user only, whatever the mode of the data folder.
process.umask(0o077)
// Calls of the file system take a thread each until the disk answers. Of the default four, four files that are made durable
// would block all downloads.
process.env.UV_THREADPOOL_SIZE ??= '16'
// Caches stripped and compiled code: later starts are faster and use less memory. If it cannot be written, nothing is
// cached.
module.enableCompileCache(new URL('../../node_modules/.cache/holdall', import.meta.url).pathname)
// Nothing native is imported before the version of Node is known to fit.
const { run } = await import('./run.ts')
await run()
