import { type ComponentProps, type ReactNode, useId } from 'react'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import styled from 'styled-components'
import { useFieldControl } from '../field/field-control.ts'
import { Icon, type IconType } from '../icon/icon.tsx'
import {
  dimStyles,
  Grab,
  Help,
  itemStyles,
  panelStyles,
  portalRegionOf,
  positionerStyles,
  selectTriggerStyles,
  Words,
} from './menu-styles.tsx'

const Trigger = styled(Base.Trigger)`
  ${selectTriggerStyles}
`
const Value = styled(Base.Value)`
  flex: 1;
  min-inline-size: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  &[data-placeholder] {
    color: var(--text-3);
  }
`
const Dim = styled(Base.Backdrop)`
  ${dimStyles}
`
const Positioner = styled(Base.Positioner)`
  ${positionerStyles}
`
const Panel = styled(Base.Popup)`
  ${panelStyles}
  min-inline-size: var(--anchor-width);
`
const Item = styled(Base.Item)`
  ${itemStyles}
`

export type SelectOption<V extends string> = {
  value: V
  label: string
  icon?: IconType
  description?: ReactNode
  disabled?: boolean
}
export type SelectProps<V extends string> = Omit<
  ComponentProps<'button'>,
  'value' | 'onChange' | 'children' | 'defaultValue' | 'ref'
> & {
  options: readonly SelectOption<V>[]
  value: V | null
  onChange: (value: V) => void
  placeholder?: string
}

/** A select box. Inside a Field it is labelled by that, otherwise set `aria-label`. */
export const Select = <V extends string>(props: SelectProps<V>) => {
  const { options, value, onChange, placeholder, name, disabled = false, ...rest } = props
  const { required = false, ...wiring } = useFieldControl(rest)
  const ownId = useId()
  const triggerId = wiring.id ?? rest.id ?? ownId
  return (
    // The library's style element, which the content security policy refuses, is for another alignment.
    <CSPProvider disableStyleElements>
      <Base.Root
        items={options}
        value={value}
        disabled={disabled}
        required={required}
        {...(name && { name })}
        onValueChange={(next) => {
          if (next !== null) onChange(next)
        }}
      >
        <Trigger {...rest} {...wiring} id={triggerId}>
          <Value placeholder={placeholder} />
          <Icon as={ChevronsUpDown} size={16} />
        </Trigger>
        <Base.Portal {...portalRegionOf(triggerId)}>
          <Dim />
          <Positioner alignItemWithTrigger={false} align="start" sideOffset={6} collisionPadding={8}>
            <Panel>
              <Grab aria-hidden />
              {options.map((option) => (
                <Item
                  key={option.value}
                  value={option.value}
                  disabled={option.disabled ?? false}
                  data-two={option.description ? '' : undefined}
                >
                  {option.icon ? <Icon as={option.icon} /> : null}
                  <Words>
                    <Base.ItemText>{option.label}</Base.ItemText>
                    {option.description ? <Help>{option.description}</Help> : null}
                  </Words>
                  <Base.ItemIndicator>
                    <Icon as={Check} size={16} style={{ display: 'block' }} />
                  </Base.ItemIndicator>
                </Item>
              ))}
            </Panel>
          </Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}
