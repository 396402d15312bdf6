import { Switch } from '@holdall/ui'
import { useId } from 'react'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'

const Line = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0 16px;
  align-items: center;
  label {
    font-weight: var(--w-medium);
  }
  p {
    grid-column: 1;
    color: var(--text-3);
    font-size: var(--t-13);
    line-height: 20px;
  }
`

interface SharingSwitchProps {
  readonly checked: boolean
  /** Whether it was on until now: links of members end with it. */
  readonly wasChecked?: boolean
  readonly onChange: (checked: boolean) => void
}

/** Whether members of a team folder may make public links. */
export function SharingSwitch({ checked, wasChecked = false, onChange }: SharingSwitchProps) {
  const id = useId()
  return (
    <Line>
      <label htmlFor={id}>
        <FormattedMessage id="team_members.can_share" />
      </label>
      <Switch id={id} aria-describedby={`${id}-help`} checked={checked} onChange={onChange} />
      <p id={`${id}-help`}>
        <FormattedMessage id={wasChecked && !checked ? 'team_members.can_share_ends' : 'team_members.can_share_text'} />
      </p>
    </Line>
  )
}
