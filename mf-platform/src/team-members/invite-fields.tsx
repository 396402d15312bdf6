import { TeamPermission } from '@holdall/api'
import { isComposing } from '@holdall/file-browser'
import { useHost, useSession } from '@holdall/section'
import { Button, Field, Input, Notice } from '@holdall/ui'
import { Select } from '@holdall/ui/menu'
import { Plus } from '@holdall/ui/icons'
import { type KeyboardEvent, type Ref, useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import type { Invitees } from './use-invitees.ts'

const Line = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 136px auto;
  gap: 8px;
  align-items: start;
  /* Beside the input, below its label. */
  & > :not(:first-child, p) {
    margin-block-start: 26px;
  }
  & > p {
    grid-column: 1 / -1;
    color: var(--text-3);
    font-size: var(--t-12);
    line-height: 16px;
  }
  @media (max-width: 640px) {
    grid-template-columns: minmax(0, 1fr) auto;
    & > :first-child {
      grid-column: 1 / -1;
    }
    & > :not(:first-child, p) {
      margin-block-start: 0;
    }
  }
`

/** The permissions as choices, in the words of the page. */
export function usePermissionOptions() {
  const intl = useIntl()
  return TeamPermission.options.toReversed().map((value) => ({
    value,
    label: intl.formatMessage({ id: `team_members.${value}` }),
    description: intl.formatMessage({ id: `team_members.${value}_text` }),
  }))
}

interface InviteFieldsProps {
  readonly invitees: Invitees
  /** The field of the addresses. */
  readonly inputRef: Ref<HTMLInputElement>
}

/** Address and permission of the people that are invited next; several addresses may be pasted. */
export function InviteFields({ invitees, inputRef }: InviteFieldsProps) {
  const { config } = useHost()
  const intl = useIntl()
  const session = useSession()
  const permissions = usePermissionOptions()
  const hint = useId()
  const { list, text, problem, permission } = invitees
  const restrictions = session.state === 'signed-in' ? session.user.meta.restrictions : null
  if (restrictions?.canInviteTeamMembers === false) {
    return (
      <Notice tone="warn">
        <FormattedMessage id="team_members.invite.restricted" /> {restrictions.reason}
      </Notice>
    )
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) {
      // Enter chooses a suggestion of the input method.
      if (event.key === 'Enter') event.preventDefault()
      return
    }
    const isEnd = [',', ';', ' '].includes(event.key) || (event.key === 'Enter' && text.trim() !== '')
    if (!isEnd) return
    event.preventDefault()
    invitees.commit()
  }
  return (
    <Line>
      <Field
        label={<FormattedMessage id="team_members.invite.label" />}
        error={problem}
        status={
          list.length === 0 ? null : <FormattedMessage id="team_members.invite.count" values={{ count: list.length }} />
        }
      >
        <Input
          ref={inputRef}
          aria-describedby={hint}
          dir="ltr"
          type="text"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          placeholder={intl.formatMessage({ id: 'share.email.placeholder' })}
          onChange={({ target }) => {
            invitees.setText(target.value)
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text')
            if (!/[\s,;]/.test(pasted.trim())) return
            event.preventDefault()
            invitees.commit(`${text} ${pasted}`)
          }}
        />
      </Field>
      <Select
        aria-label={intl.formatMessage({ id: 'team_members.invite.permission' })}
        options={permissions}
        value={permission}
        onChange={invitees.setPermission}
      />
      <Button
        icon={Plus}
        disabledReason={text.trim() === '' ? intl.formatMessage({ id: 'share.email.empty' }) : undefined}
        onClick={() => {
          invitees.commit()
        }}
      >
        <FormattedMessage id="team_members.invite.add" />
      </Button>
      <p id={hint}>
        <FormattedMessage id={config.emailVerification ? 'team_members.invite.mail' : 'team_members.invite.no_mail'} />
      </p>
    </Line>
  )
}
