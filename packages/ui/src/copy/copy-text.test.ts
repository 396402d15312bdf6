import { copyText } from './copy-text.ts'

const copied: string[] = []
const withCommand = (works: boolean) => {
  document.execCommand = () => {
    if (works) copied.push((document.activeElement as HTMLTextAreaElement).value)
    return works
  }
}

beforeEach(() => {
  copied.length = 0
  document.body.innerHTML = '<button>Copy</button>'
})

test('resolves to false when the browser refuses', async () => {
  withCommand(false)
  expect(await copyText('https://files.example/share/abc')).toBe(false)
})

test('copies without a secure context, and the focus stays where it was', async () => {
  withCommand(true)
  const button = document.querySelector('button')
  button?.focus()
  expect(await copyText('https://files.example/share/abc')).toBe(true)
  expect(copied).toEqual(['https://files.example/share/abc'])
  expect(document.activeElement).toBe(button)
  expect(document.querySelector('textarea')).toBeNull()
})
