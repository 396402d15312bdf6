/** End-to-end tests that a change of files below a path runs. Any other change runs none. */
const journeysByPath = {
  'e2e/src': ['journeys/main'],
  'mf-setup/src': ['journeys/setup'],
  'packages/build': ['journeys/main'],
  'packages/preview': ['journeys/preview'],
  'server/src/features/auth': ['journeys/auth'],
  'server/src/features/frontend': ['journeys/main'],
  'server/src/features/realtime': ['journeys/realtime'],
  'server/src/features/setup': ['journeys/setup'],
  'shell/src/app': ['journeys/main'],
  'shell/src/sections': ['sections/loading'],
  'shell/src/uploads': ['journeys/uploads'],
}

/** Parts of the paths of Playwright's test files, those that have changed themselves included. */
export function journeysOf(changed) {
  const own = changed
    .filter((file) => /^e2e\/(?!bench\/).*\.spec\.ts$/.test(file))
    .map((file) => file.slice('e2e/'.length))
  const mapped = Object.entries(journeysByPath)
    .filter(([path]) => changed.some((file) => file.startsWith(`${path}/`)))
    .flatMap(([, journeys]) => journeys.map((journey) => `${journey}.spec.ts`))
  return [...new Set([...own, ...mapped])]
}
