import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readChoices, writeChoices } from './section-choices.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdall-choices-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('replaces the file atomically: a reader that opened it before reads the old content', () => {
  const path = join(folder, 'ui', 'sections.json')
  writeChoices(path, { platform: { use: '1.0.0' } })
  const reader = openSync(path, 'r')
  try {
    writeChoices(path, { platform: { use: '2.0.0', previous: '1.0.0' } })
    expect(JSON.parse(readFileSync(reader, 'utf8'))).toEqual({ platform: { use: '1.0.0' } })
  } finally {
    closeSync(reader)
  }
  const read = readChoices(path)
  expect(read.kind === 'read' && read.choices['platform']).toEqual({ use: '2.0.0', previous: '1.0.0' })
  expect(readdirSync(join(folder, 'ui'))).toEqual(['sections.json'])
})

test('leaves no half-written file behind when the file cannot be replaced', () => {
  const path = join(folder, 'sections.json')
  mkdirSync(path)
  expect(() => writeChoices(path, { platform: { use: '1.0.0' } })).toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
  expect(readdirSync(folder)).toEqual(['sections.json'])
})
