import { matchRoute } from '@holdall/api/routing'
import fc from 'fast-check'
import { matchRoutes } from 'react-router-dom'

// Few names, so that patterns often match paths.
const name = fc.constantFrom('a', 'b', 'A', 'a-b')
const parameter = fc.constantFrom(':x', ':y')
const required = fc.oneof({ weight: 3, arbitrary: name }, parameter)
const part = fc.oneof(
  { weight: 3, arbitrary: required },
  required.map((each) => `${each}?`),
)

const pattern = fc
  .tuple(fc.array(part, { maxLength: 4 }), fc.constantFrom([], [], ['*']))
  .map(([parts, splat]) => `/${[...parts, ...splat].join('/')}`)

const segment = fc.oneof(
  { weight: 8, arbitrary: name },
  fc.constantFrom('', 'c', '%61', 'a%2Fb', 'a%2fb', '%3Ax', '%2A', '%', '%E0%A4', 'a%20b', '%C3%A4'),
)
const pathname = fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`)

beforeEach(() => {
  // React Router warns about malformed escapes.
  jest.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  jest.restoreAllMocks()
})

test('the guard matches the route that React Router renders', () => {
  fc.assert(
    fc.property(fc.array(pattern, { minLength: 1, maxLength: 6 }), pathname, (patterns, path) => {
      const routes = patterns.map((each) => ({ path: each }))
      expect(matchRoute(routes, path)).toBe(matchRoutes(routes, { pathname: path })?.[0]?.route ?? null)
    }),
    { numRuns: 5000 },
  )
})
