import { screen, within } from '@testing-library/react'
import { renderSection } from '@holdall/testing'
import { IntlProvider } from 'react-intl'
import { testSection } from '../testing/test-section.tsx'
import { AlertView } from './alert-view.tsx'

const own = { 'alerts.error_confirm': 'Understood', 'alerts.success_confirm': 'Great' }

test.each([
  ['its own text', 'danger', own, 'Understood'],
  ['another text for a success', 'success', own, 'Great'],
  ['the default of an error in a language without it', 'danger', {}, 'That’s horrible!'],
  ['the default of a success in a language without it', 'success', {}, 'Awesome!'],
] as const)('the button of an alert has %s', async (_what, tone, messages, expected) => {
  const layer = { kind: 'alert', key: 1, content: { title: 'An alert', tone } } as const
  await renderSection(testSection(), {
    path: '/platform/files',
    before: (
      <IntlProvider locale="en-US" messages={messages} onError={() => undefined}>
        <AlertView layer={layer} container={document.body} />
      </IntlProvider>
    ),
  })
  const alert = await screen.findByRole('alertdialog', { name: 'An alert' })
  expect(within(alert).getAllByRole('button')).toEqual([within(alert).getByRole('button', { name: expected })])
})
