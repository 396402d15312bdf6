import { join } from 'node:path'
import semver from 'semver'
import { minVersions, providedVersions, sharedByHost, sharedBySection } from './shared-packages.ts'

const shell = join(__dirname, '../../../shell')

describe('federation policy', () => {
  const host = sharedByHost(shell)
  const section = sharedBySection()

  test('shell and sections share the same packages, one copy of each', () => {
    expect(Object.keys(section)).toEqual(Object.keys(host))
    for (const side of [host, section])
      for (const rule of Object.values(side)) expect(rule).toMatchObject({ singleton: true, strictVersion: true })
  })

  test('shell and sections require the same minimum versions', () => {
    for (const [name, minVersion] of Object.entries(minVersions)) {
      expect(host[name as keyof typeof minVersions].requiredVersion).toBe(minVersion)
      expect(section[name as keyof typeof minVersions].requiredVersion).toBe(minVersion)
    }
  })

  test('the shell provides every package in a version that sections accept', () => {
    for (const [name, version] of Object.entries(providedVersions(shell)))
      expect({ name, fits: semver.satisfies(version, minVersions[name as keyof typeof minVersions]) }).toEqual({
        name,
        fits: true,
      })
  })

  test('the shell provides each package and a section none', () => {
    for (const rule of Object.values(section)) expect(rule.import).toBe(false)
    for (const rule of Object.values(host)) expect(rule.version).toMatch(/^\d+\.\d+\.\d+/)
  })

  test('a minimum version has no upper bound, so that a newer shell is never refused', () => {
    for (const minVersion of Object.values(minVersions)) expect(minVersion).toMatch(/^>=\d+\.\d+\.\d+$/)
  })
})
