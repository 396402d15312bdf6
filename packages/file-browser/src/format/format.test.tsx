import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { daysBetween, useFormatDate } from './date.ts'
import { kindOf } from './file-kind-icons.ts'
import { renameSelectionLength } from './rename-selection.ts'

test('a day ends at midnight, not after 24 hours', () => {
  expect(daysBetween(new Date(2026, 2, 12, 23, 59), new Date(2026, 2, 13, 0, 1))).toBe(1)
  expect(daysBetween(new Date(2026, 2, 12, 0, 1), new Date(2026, 2, 12, 23, 59))).toBe(0)
})

test('a day ends at midnight of the time zone', () => {
  const [earlier, later] = [new Date('2026-03-12T22:30:00Z'), new Date('2026-03-12T23:30:00Z')]
  expect(daysBetween(earlier, later, 'UTC')).toBe(0)
  expect(daysBetween(earlier, later, 'Europe/Stockholm')).toBe(1)
})

test.each([
  ['en-US', /^Today, 1?\d:\d{2}\s[AP]M$/],
  ['de', /^Today, \d{2}:\d{2}$/],
])('formats the time of day in %s', (locale, clock) => {
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <IntlProvider locale={locale} messages={{ 'browser.today': 'Today, {time}' }}>
      {children}
    </IntlProvider>
  )
  const { result } = renderHook(() => useFormatDate(), { wrapper })
  expect(result.current(new Date().toISOString())).toMatch(clock)
})

test.each([
  ['application/pdf', 'a', 'pdf'],
  ['image/png', 'a.docx', 'image'],
  ['application/zip', 'plan.docx', 'document'],
  ['application/zip', 'photos', 'archive'],
  ['text/plain', 'read.me', 'document'],
  ['text/plain', 'page.html', 'code'],
  ['application/octet-stream', 'cut.mov', 'video'],
  [null, 'unknown', 'other'],
])('%s named %s is shown as %s', (type, name, kind) => {
  expect(kindOf(type, name)).toBe(kind)
})

test.each([
  ['plan.docx', 'file', 4],
  ['archive.tar.gz', 'file', 11],
  ['.bashrc', 'file', 7],
  ['notes', 'file', 5],
  ['v1.2', 'folder', 4],
] as const)('the stem of %s (%s) has %d characters', (name, type, length) => {
  expect(renameSelectionLength(name, type)).toBe(length)
})
