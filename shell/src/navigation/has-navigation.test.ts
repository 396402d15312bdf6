import { hasNavigation } from './has-navigation.ts'

test.each(['/admin', '/user/profile', '/platform/files/1'])('%s has the navigation', (path) => {
  expect(hasNavigation(path)).toBe(true)
})

test.each(['/sign-in', '/share/abc', '/users', '/user/keep-account'])('%s has none', (path) => {
  expect(hasNavigation(path)).toBe(false)
})
