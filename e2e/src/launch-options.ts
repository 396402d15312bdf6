import type { LaunchOptions } from '@playwright/test'
import type { Browser } from './chromium.ts'

/** No background traffic of the browser; `holdall.lan` is a server on the LAN: plain http, no secure context. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP holdall.lan 127.0.0.1',
]

/** How the tests, the benchmarks and the screenshots start a Chromium. */
export const launchOptions = ({ executablePath, env }: Browser): LaunchOptions & { args: string[] } => ({
  executablePath,
  // Without a UTF-8 locale Chromium drops files whose names are not ASCII.
  env: { ...process.env, ...env, LC_ALL: 'C.UTF-8' } as Record<string, string>,
  args,
})
