import type { ConfigChanges } from './config-file.ts'

/**
 * Changes config.json and starts the app again with it, in this process and on its port. Rejects where the app cannot be
 * started so: config.json is what it was, and the app continues.
 */
export type Restart = (changes: ConfigChanges) => Promise<void>
