import { join } from 'node:path'
import semver from 'semver'
import { floors, providedVersions, sharedByHost, sharedBySection } from './shared-packages.ts'

const shell = join(__dirname, '../../../shell')

describe('federation policy', () => {
  const host = sharedByHost(shell)
  const section = sharedBySection()

  test('shell and sections share the same packages, one copy of each', () => {
    expect(Object.keys(section)).toEqual(Object.keys(host))
    for (const side of [host, section])
      for (const rule of Object.values(side)) expect(rule).toMatchObject({ singleton: true, strictVersion: true })
  })

  test('shell and sections ask for the same floors', () => {
    for (const [name, floor] of Object.entries(floors)) {
      expect(host[name as keyof typeof floors].requiredVersion).toBe(floor)
      expect(section[name as keyof typeof floors].requiredVersion).toBe(floor)
    }
  })

  test('the shell brings every package in a version that its own sections accept', () => {
    for (const [name, version] of Object.entries(providedVersions(shell)))
      expect({ name, fits: semver.satisfies(version, floors[name as keyof typeof floors]) }).toEqual({
        name,
        fits: true,
      })
  })

  test('a section brings none of them', () => {
    for (const rule of Object.values(section)) expect(rule.import).toBe(false)
    for (const rule of Object.values(host)) expect(rule.version).toMatch(/^\d+\.\d+\.\d+/)
  })

  test('a floor is open to the top: a newer shell is never refused', () => {
    for (const floor of Object.values(floors)) expect(floor).toMatch(/^>=\d+\.\d+\.\d+$/)
  })
})
