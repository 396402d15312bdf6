import type { SetupStep } from '@holdall/api'
import { Link, useHost } from '@holdall/section'
import { Grow, Heading, Icon, Logo, VisuallyHidden } from '@holdall/ui'
import { Check } from '@holdall/ui/icons'
import { type ReactNode, useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { DisplayControls } from './display-controls.tsx'
import {
  BackLink,
  Body,
  Footer,
  Frame,
  Hint,
  Label,
  Lead,
  Main,
  Number,
  Side,
  Step,
  Steps,
} from './wizard-layout-styles.ts'
import { useFinishedSteps } from './wizard-progress.ts'
import { pathOf, wizardSteps } from './wizard-steps.ts'

interface Props {
  readonly step: SetupStep
  readonly title: ReactNode
  readonly lead: ReactNode
  /** Buttons at the end; the one back is at the start already. */
  readonly footer: ReactNode
  readonly children: ReactNode
}

/** Layout of a step: the list of steps at the side, the current one on a sheet, its buttons in the footer. */
export function WizardLayout({ step, title, lead, footer, children }: Props) {
  const { config } = useHost()
  const intl = useIntl()
  const finished = useFinishedSteps()
  const heading = useRef<HTMLHeadingElement>(null)
  const at = wizardSteps.findIndex(({ id }) => id === step)
  const before = wizardSteps[at - 1]

  // Screen readers continue with the new step; fields that take the focus come later.
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement === null) heading.current?.focus()
  }, [])

  return (
    <Frame>
      <Side>
        <Logo size={31} />
        <Steps aria-label={intl.formatMessage({ id: 'setup.steps' })}>
          {wizardSteps.map(({ id, label }, index) => {
            const isCurrent = id === step
            const isDone = finished.has(id) && !isCurrent
            const content = (
              <>
                <Number>{isDone ? <Icon as={Check} size={14} /> : intl.formatNumber(index + 1)}</Number>
                <Label>
                  <FormattedMessage id={label} />
                </Label>
                {isDone ? (
                  <VisuallyHidden>
                    {' '}
                    <FormattedMessage id="setup.step_done" />
                  </VisuallyHidden>
                ) : null}
              </>
            )
            return (
              <Step key={id} data-done={isDone || undefined} data-current={isCurrent || undefined}>
                {isDone ? (
                  <Link to={pathOf(id)}>{content}</Link>
                ) : (
                  <span aria-current={isCurrent ? 'step' : undefined}>{content}</span>
                )}
              </Step>
            )
          })}
        </Steps>
        <Hint>
          <span>
            <FormattedMessage id="setup.version" values={{ version: config.version }} />
          </span>
          <Grow />
          <DisplayControls side="top" />
        </Hint>
      </Side>
      <Main>
        <Body>
          <Heading as="h1" variant="page" ref={heading} tabIndex={-1} style={{ outline: 0 }}>
            {title}
          </Heading>
          <Lead aria-live="polite">{lead}</Lead>
          {children}
        </Body>
        <Footer>
          {before ? (
            <BackLink to={pathOf(before.id)}>
              <FormattedMessage id="setup.back" />
            </BackLink>
          ) : null}
          {footer}
        </Footer>
      </Main>
    </Frame>
  )
}
