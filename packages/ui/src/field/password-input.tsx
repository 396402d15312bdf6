import { useState } from 'react'
import { Eye, EyeOff } from 'lucide-react'
import { IconButton } from '../button/icon-button.tsx'
import { Input, type InputProps } from './input.tsx'

export type PasswordInputProps = Omit<InputProps, 'type' | 'end'> & { showLabel: string; hideLabel: string }

/** A password field with a button that shows the password. */
export const PasswordInput = ({ showLabel, hideLabel, ...rest }: PasswordInputProps) => {
  const [shown, setShown] = useState(false)
  return (
    <Input
      autoComplete="current-password"
      spellCheck={false}
      autoCapitalize="none"
      {...rest}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={shown ? hideLabel : showLabel}
          style={{ inlineSize: 32, blockSize: 32 }}
          disabled={rest.disabled}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
