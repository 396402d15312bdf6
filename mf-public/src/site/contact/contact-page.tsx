import { FurtherIntl, useHost } from '@holdall/section'
import { EmptyState, Heading, LockedArt } from '@holdall/ui'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { accountMessages } from '../../account-messages/account-messages.ts'
import { RecaptchaPage } from '../../human-check/recaptcha-page.tsx'
import { PrimaryLink } from '../../layout/form-elements.tsx'
import { Centered, SoloCard } from '../../layout/visitor-layout.tsx'
import { SiteIntl, SiteLayout } from '../layout/site-layout.tsx'
import { ContactForm } from './contact-form.tsx'

/** Where visitors write to the operator. */
export const ContactPage = () => (
  <RecaptchaPage>
    <SiteIntl>
      <Contact />
    </SiteIntl>
  </RecaptchaPage>
)

function Contact() {
  const { config } = useHost()
  const intl = useIntl()
  const [answerTo, setAnswerTo] = useState<string | null>(null)
  return (
    <SiteLayout title={intl.formatMessage({ id: 'contact.title' })}>
      <Centered>
        {answerTo !== null ? (
          <Sent email={answerTo} />
        ) : config.contact ? (
          <SoloCard>
            <Heading as="h1" variant="display">
              <FormattedMessage id="contact.title" />
            </Heading>
            <p>
              <FormattedMessage id="contact.lead" />
            </p>
            {/* Those of the check against automated forms. */}
            <FurtherIntl further={accountMessages}>
              <ContactForm onSent={setAnswerTo} />
            </FurtherIntl>
          </SoloCard>
        ) : (
          <EmptyState
            level="h1"
            art={<LockedArt />}
            title={<FormattedMessage id="contact.closed" />}
            text={<FormattedMessage id="contact.closed_text" values={{ name: config.name }} />}
            actions={<ToStart />}
          />
        )}
      </Centered>
    </SiteLayout>
  )
}

function Sent({ email }: { readonly email: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <SoloCard>
      <h1 ref={heading} tabIndex={-1}>
        <FormattedMessage id="contact.sent" />
      </h1>
      <p>
        <FormattedMessage id="contact.sent_text" values={{ email: <bdi>{email}</bdi> }} />
      </p>
      <ToStart />
    </SoloCard>
  )
}

const ToStart = () => (
  <PrimaryLink to="/">
    <FormattedMessage id="page.to_start" />
  </PrimaryLink>
)
