import { Email } from './email.ts'

test.each([
  ['ada@example.com', 'ada@example.com'],
  [' Ada@Example.COM ', 'ada@example.com'],
  ['ada@straße.example', 'ada@straße.example'],
  ['ada@BÜCHER.example', 'ada@bücher.example'],
  ['ﬁ@例え.example', 'ﬁ@例え.example'],
  ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
])('takes %j as %j', (text, email) => {
  expect(Email.safeParse(text).data).toBe(email)
})

// The mail of each of them goes to an address of example.com.
test.each([
  ['a circled letter', 'ada@ⓔxample.com'],
  ['letters of full width', 'ada@ｅｘａｍｐｌｅ.com'],
  ['a full stop of full width', 'ada@mail.example．com'],
  ['an ideographic full stop', 'ada@mail.example。com'],
  ['one of half width', 'ada@mail.example｡com'],
  ['a ligature', 'ada@examp㏐.com'],
  ['a variation selector', 'ada@exam\ufe0fple.com'],
  ['a joiner that is not shown', 'ada@exam\u034fple.com'],
  ['a soft hyphen', 'ada@exam\u00adple.com'],
  ['a letter and its mark apart', 'ada@bu\u0308cher.example'],
])('refuses a domain with %s, which another address has too', (_, text) => {
  expect(Email.safeParse(text).success).toBe(false)
})

test('refuses a long text at once', () => {
  expect(Email.safeParse(`a@${'b.'.repeat(500_000)}`).success).toBe(false)
})
