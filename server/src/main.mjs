#!/usr/bin/env node
// Starts the process. Plain JavaScript, so that an older Node can parse it and report the problem.
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
// Nothing else is imported before the version of Node is known to fit: an older one lacks exports and native code.
await import('./load-stripped-types.mjs')
const { run } = await import('./run.ts')
await run()
