import { useHost } from '@holdall/section'
import { Grow, Icon, IconButton, LanguageMenu, Logo } from '@holdall/ui'
import { Check, SunMoon } from '@holdall/ui/icons'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Body, Footer, Frame, Hint, Main, Number, Side, Step, Steps } from './wizard-layout-styles.ts'

const steps = ['status_check.step', 'admin_account.step'] as const

interface Props {
  /** From 0. */
  readonly step: number
  readonly footer: ReactNode
  readonly children: ReactNode
}

/** Layout of a step: the list of steps at the side, the current one on a sheet, its buttons in the footer. */
export function WizardLayout({ step, footer, children }: Props) {
  const { config, language, theme } = useHost()
  const intl = useIntl()
  return (
    <Frame>
      <Side>
        <Logo size={31} />
        <Steps aria-label={intl.formatMessage({ id: 'setup.steps' })}>
          {steps.map((label, index) => (
            <Step key={label} data-done={index < step || undefined} aria-current={index === step ? 'step' : undefined}>
              <Number>{index < step ? <Icon as={Check} size={14} /> : index + 1}</Number>
              <span>
                <FormattedMessage id={label} />
              </span>
            </Step>
          ))}
        </Steps>
        <Hint>
          <span>
            <FormattedMessage id="setup.version" values={{ version: config.version }} />
          </span>
          <Grow />
          <LanguageMenu side="top" label={intl.formatMessage({ id: 'language.label' })} language={language} />
          <IconButton
            icon={SunMoon}
            label={intl.formatMessage({ id: 'theme.toggle' })}
            onClick={() => theme.toggle()}
          />
        </Hint>
      </Side>
      <Main>
        <Body>{children}</Body>
        <Footer>{footer}</Footer>
      </Main>
    </Frame>
  )
}
