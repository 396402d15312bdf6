#!/usr/bin/env node
import { run } from './run.ts'

// Like the server's files, new files are accessible to this user only.
process.umask(0o077)

// A reader that ends early, as `| head` does, gets no more output. The command continues: it may be changing something.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

// pnpm and npm run scripts in the repository; paths of arguments are relative to where the command was called.
const cwd = process.env['INIT_CWD'] ?? process.cwd()

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  cwd,
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
})
