import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** The Node of the workspace, which may be newer than the machine's. */
export const node = join(root, 'node_modules/node/bin/node')

/** Commands of the workspace, on its Node. */
export const env = {
  ...process.env,
  PATH: [join(root, 'node_modules/node/bin'), join(root, 'node_modules/.bin'), process.env.PATH].join(':'),
}
