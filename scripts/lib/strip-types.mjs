// Run by the build: writes the modules of the server without their types into `server/dist`, for
// `server/src/load-stripped-types.mjs`. Runs on the workspace's Node, whose own compiler it uses: stack traces still
// have positions in the source.
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { strippedFile } from '../../server/src/stripped-file.mjs'
import { root } from './paths.mjs'

/** The server and the packages that it imports. */
const patterns = ['server/src/**/*.ts', 'packages/{api,schema}/src/**/*.ts']
const isModule = (path) => !/[.-]test\.ts$|\.d\.ts$|\/testing\//.test(path)
const folder = join(root, 'server/dist')

mkdirSync(folder, { recursive: true })
const built = new Set()
for (const path of globSync(patterns, { cwd: root }).filter(isModule)) {
  const source = readFileSync(join(root, path), 'utf8')
  const file = fileURLToPath(strippedFile(source))
  built.add(file)
  if (existsSync(file)) continue
  // A server that starts meanwhile reads whole files only.
  writeFileSync(`${file}.${process.pid}`, stripTypeScriptTypes(source))
  renameSync(`${file}.${process.pid}`, file)
}
// Not the files that another build is writing.
for (const file of readdirSync(folder).map((name) => join(folder, name))) {
  if (file.endsWith('.js') && !built.has(file)) rmSync(file, { force: true })
}
