import { passwordStrength } from './StrengthBar.tsx'

test.each([
  ['', 'none'],
  ['1234567', 'short'],
  ['aaaaaaaaaaaaaaaaaaaaaa', 'fair'],
  ['password', 'fair'],
  ['Password12', 'good'],
  ['quiet rivers run deep', 'strong'],
])('calls %j %s', (password, strength) => {
  expect(passwordStrength(password, 8)).toBe(strength)
})
