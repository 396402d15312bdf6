import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { FormattedMessage } from 'react-intl'
import { messagesFor, SectionIntl } from './section-intl.tsx'

const section = {
  messages: {
    'en-US': () => Promise.resolve({ own: 'English', edited: 'English' }),
    de: () => Promise.resolve({ own: 'Deutsch', edited: 'Deutsch' }),
  },
}

async function show(locale: string, id: string) {
  // The first render suspends, and the promise of the messages settles inside of `act`.
  await act(async () => {
    render(
      <Suspense fallback="loading">
        <SectionIntl section={section} language={{ locale, edits: { edited: 'The operator’s' } }}>
          <p>
            <FormattedMessage id={id} />
          </p>
        </SectionIntl>
      </Suspense>,
    )
    await Promise.resolve()
  })
  return (await screen.findByRole('paragraph')).textContent
}

describe('messages of a section', () => {
  test('the operator’s edit takes precedence over the section’s locale', async () => {
    expect(await show('de', 'edited')).toBe('The operator’s')
  })

  test('the section’s locale takes precedence over its en-US', async () => {
    expect(await show('de', 'own')).toBe('Deutsch')
  })

  test('a language without its region is found', () => {
    expect(messagesFor(section, 'de-AT')).toBe(section.messages.de)
  })

  test('a locale that the section does not speak gets en-US', async () => {
    expect(await show('fr', 'own')).toBe('English')
  })
})
