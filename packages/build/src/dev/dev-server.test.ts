import type { ComposedSection } from '@holdall/api'
import { withLocal } from './local-sections.ts'
import { devOptions } from './dev-options.ts'

describe('development', () => {
  test('builds every section locally by default, or only the one that is named', () => {
    expect(devOptions([]).local).toEqual(['mf-admin', 'mf-platform', 'mf-public', 'mf-setup'])
    expect(devOptions(['--only', 'mf-admin', '--against', 'https://files.example.com/x'])).toEqual({
      local: ['mf-admin'],
      against: 'https://files.example.com',
      port: 8090,
    })
  })

  test('uses the local server by default, on the port of the environment', () => {
    expect(devOptions([], { HOLDALL_PORT: '9123' }).against).toBe('http://127.0.0.1:9123')
    expect(devOptions([], {}).against).toBe('http://127.0.0.1:8080')
  })

  test.each([
    [['--only', 'mf-nothing'], /no section mf-nothing/],
    [['--against', 'here'], /not a URL/],
    [['--port', 'x'], /not a port/],
  ])('says what is wrong with %j', (args, message) => {
    expect(() => devOptions(args)).toThrow(message)
  })

  test('replaces the sections of the server by those that are built locally', () => {
    const off = (id: string): ComposedSection => ({ state: 'disabled', id })
    const mine: ComposedSection = { state: 'broken', id: 'admin', version: null, reason: 'mine', fallback: null }
    const composed = { shell: { version: '1.0.0', api: '1.0.0' }, sections: [off('admin'), off('setup')] }
    expect(withLocal(composed, [mine]).sections).toEqual([off('setup'), mine])
  })
})
