import { knownVariables } from './config.ts'
import { unknownVariables } from './unknown-variables.ts'

test('names unknown variables with the most similar known name', () => {
  const env = {
    PATH: '/bin',
    HOLDALL_PORT: '8080',
    HOLDALL_NAME: 'Choir',
    HOLDALL_SOURCE_MAPS: 'true',
    HOLDALL_DATA_DIRECTORY: '/srv',
    HOLDALL_PUBLIC_ULR: 'https://files.example.com',
    HOLDALL_TRASHDAYS: '',
    HOLDALL_COMPLETELY_DIFFERENT: 'x',
  }
  expect(unknownVariables(env)).toEqual([
    { name: 'HOLDALL_DATA_DIRECTORY', nearest: null },
    { name: 'HOLDALL_PUBLIC_ULR', nearest: 'HOLDALL_PUBLIC_URL' },
    { name: 'HOLDALL_TRASHDAYS', nearest: 'HOLDALL_TRASH_DAYS' },
    { name: 'HOLDALL_COMPLETELY_DIFFERENT', nearest: null },
  ])
})

test('knows all known variables, and does not compare very long names', () => {
  expect(unknownVariables(Object.fromEntries([...knownVariables].map((name) => [name, 'x'])))).toEqual([])
  const [unknown] = unknownVariables({ [`HOLDALL_${'X'.repeat(100_000)}`]: '1' })
  expect([unknown?.name.length, unknown?.nearest]).toEqual([80, null])
})
