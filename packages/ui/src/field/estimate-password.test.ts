import { executedBlocks } from '../../../testing/src/blocks/executed-blocks.ts'
import type * as estimates from './estimate-password.ts'
import { estimatePassword } from './estimate-password.ts'

test.each([
  ['aaaaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['password', 'weak'],
  ['Password12', 'weak'],
  ['P@ssw0rd!', 'weak'],
  ['qwertyuiop', 'weak'],
  ['quiet rivers run deep', 'strong'],
  ['x7#Kp9!vQ2', 'good'],
])('calls the password %j %s', (password, strength) => {
  expect(estimatePassword(password, [])).toBe(strength)
})

test('calls a password weak that is made of the user’s name or e-mail address', () => {
  const personal = ['Zebulon Quixworth', 'zquix77@kestrelmail.example']
  for (const password of ['zebulonquixworth', 'Quixworth1', 'zquix77@kestrelmail.example']) {
    expect(estimatePassword(password, [])).not.toBe('weak')
    expect(estimatePassword(password, personal)).toBe('weak')
  }
})

test('a very long password takes no more work than a long one', async () => {
  const passwords = [80, 160].map((length) => 'x7'.repeat(length / 2))
  const estimate = ({ estimatePassword: of }: typeof estimates, password: string) => of(password, [])
  const [long, veryLong] = await executedBlocks(import.meta.resolve('./estimate-password.ts'), estimate, passwords)
  expect(veryLong).toBe(long)
})
