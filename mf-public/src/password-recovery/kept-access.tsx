import type { RecoveryAccess } from '@holdall/api'
import { isolate } from '@holdall/section'
import { Checkbox, Notice } from '@holdall/ui'
import { useId } from 'react'
import { FormattedList, FormattedMessage } from 'react-intl'
import styled from 'styled-components'

export type Access = RecoveryAccess['attributes']
type Kept = NonNullable<Access['kept']>

const kinds = ['api_tokens', 'passkeys', 'linked_sign_ins', 'editing_links'] as const satisfies readonly (keyof Kept)[]
/** Further names are counted. */
const SHOWN_NAMES = 3

/** Whether there is something that the user decides about. */
export const hasChoice = ({ kept }: Access): boolean => kept !== null && kinds.some((kind) => kept[kind].total > 0)

const Root = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  overflow-wrap: anywhere;
`
const Items = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  padding: 12px 16px;
  border-radius: var(--r-l);
  background: var(--sunken);
  box-shadow: inset 0 0 0 1px var(--line);
  font-size: var(--t-13);
  line-height: 20px;
`
const Names = styled.span`
  display: block;
  color: var(--text-2);
`

interface KeptAccessProps {
  readonly access: Access
  readonly isAllEnded: boolean
  readonly onChange: (isAllEnded: boolean) => void
}

/** What stays with the new password, and the choice to end it. */
export function KeptAccess({ access, isAllEnded, onChange }: KeptAccessProps) {
  const listId = useId()
  const { kept, second_factor: secondFactor } = access
  return (
    <Root>
      {secondFactor === 'off' ? null : (
        <Notice tone={secondFactor === 'ends' ? 'warn' : 'info'}>
          <FormattedMessage id={`new_password.second_factor_${secondFactor}`} />
        </Notice>
      )}
      {kept && hasChoice(access) ? (
        <>
          <Checkbox
            checked={isAllEnded}
            onChange={onChange}
            aria-describedby={listId}
            label={<FormattedMessage id="new_password.end_access" />}
            help={<FormattedMessage id="new_password.end_access_help" />}
          />
          <Items id={listId}>
            {kinds.map((kind) => (kept[kind].total > 0 ? <KeptKind key={kind} kind={kind} {...kept[kind]} /> : null))}
          </Items>
        </>
      ) : null}
    </Root>
  )
}

function KeptKind({ kind, names, total }: { readonly kind: keyof Kept } & Kept[keyof Kept]) {
  const shown = names.slice(0, SHOWN_NAMES)
  const further = total - shown.length
  return (
    <li>
      <FormattedMessage id={`new_password.kept.${kind}`} values={{ count: total }} />
      <Names>
        <FormattedList
          type="unit"
          value={[
            ...shown.map((name) => isolate(name)),
            ...(further > 0
              ? [<FormattedMessage key="further" id="new_password.kept.further" values={{ count: further }} />]
              : []),
          ]}
        />
      </Names>
    </li>
  )
}
