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

test('is not slow for a very long password', () => {
  const start = performance.now()
  estimatePassword('aB3$ zZ9'.repeat(32), [])
  expect(performance.now() - start).toBeLessThan(1000)
})
