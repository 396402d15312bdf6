import { isolate } from '@holdall/section'
import { Field, fieldStyles, Icon, useFieldControl } from '@holdall/ui'
import { X } from '@holdall/ui/icons'
import type { KeyboardEvent, ReactNode } from 'react'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import type { EmailAddresses } from './email-addresses.ts'

const Box = styled.div`
  ${fieldStyles}
  flex-wrap: wrap;
  gap: 6px;
  padding-block: 6px;
  max-block-size: 160px;
  overflow-y: auto;
  input {
    flex: 1;
    min-inline-size: 140px;
    block-size: 28px;
    padding: 0;
    border: 0;
    outline: 0;
    background: none;
  }
`
const Address = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 2px;
  max-inline-size: 100%;
  block-size: 28px;
  padding-inline: 10px 2px;
  border-radius: var(--r-full);
  background: var(--sunken);
  box-shadow: inset 0 0 0 1px var(--line-2);
  font-size: var(--t-13);
  bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  button {
    display: grid;
    flex: none;
    place-items: center;
    inline-size: 24px;
    block-size: 24px;
    border-radius: var(--r-full);
    color: var(--icon);
    &:hover {
      background: var(--hover);
    }
    @media (pointer: coarse) {
      position: relative;
      &::after {
        position: absolute;
        inset: -8px;
        content: '';
      }
    }
  }
`

interface EmailAddressesFieldProps {
  readonly value: EmailAddresses
  readonly label: ReactNode
  readonly hideLabel?: boolean
}

/** Several e-mail addresses: each becomes one of the list with a comma, a space, Enter, or when the field is left. */
export const EmailAddressesField = ({ value, label, hideLabel = false }: EmailAddressesFieldProps) => (
  <Field label={label} hideLabel={hideLabel} error={value.problem}>
    <Addresses value={value} />
  </Field>
)

function Addresses({ value }: Pick<EmailAddressesFieldProps, 'value'>) {
  const intl = useIntl()
  const wiring = useFieldControl({})
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter chooses a suggestion of the input method.
    if (event.nativeEvent.isComposing) return
    const isEnd = [',', ';', ' '].includes(event.key) || (event.key === 'Enter' && value.text.trim() !== '')
    const last = value.addresses.at(-1)
    if (isEnd) {
      event.preventDefault()
      value.commit()
    } else if (event.key === 'Backspace' && value.text === '' && last !== undefined) value.remove(last)
  }
  return (
    <Box>
      {value.addresses.map((address) => (
        <Address key={address}>
          <bdi>{address}</bdi>
          <button
            type="button"
            aria-label={intl.formatMessage({ id: 'share.email.remove' }, { address: isolate(address) })}
            onClick={() => {
              value.remove(address)
            }}
          >
            <Icon as={X} size={14} />
          </button>
        </Address>
      ))}
      <input
        {...wiring}
        type="text"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        value={value.text}
        placeholder={value.addresses.length === 0 ? intl.formatMessage({ id: 'share.email.placeholder' }) : undefined}
        onChange={({ target }) => {
          value.setText(target.value)
        }}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text')
          if (!/[\s,;]/.test(pasted.trim())) return
          event.preventDefault()
          value.commit(`${value.text} ${pasted}`)
        }}
        onBlur={() => {
          if (value.text.trim() !== '') value.commit()
        }}
      />
    </Box>
  )
}
