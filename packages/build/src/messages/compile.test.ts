import { compileMessages } from './compile.ts'

describe('messages', () => {
  test('are parsed by the build', () => {
    const { count } = compileMessages('{"count": "{n, plural, one {# file} other {# files}}"}')
    expect(count).toEqual([expect.objectContaining({ value: 'n' })])
  })

  test('that are not valid ICU text fail the build, with their id', () => {
    expect(() => compileMessages('{"bad": "{n, plural, one {x}"}')).toThrow('Message "bad" is not valid ICU text')
  })

  test('are one flat table', () => {
    expect(() => compileMessages('{"a": {"b": "c"}}')).toThrow('Message "a" is not a text')
    expect(() => compileMessages('[]')).not.toThrow()
    expect(() => compileMessages('null')).toThrow('object of id and text')
  })
})
