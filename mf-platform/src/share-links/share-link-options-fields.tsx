import { useId, useState } from 'react'
import { expirationHours, MAX_DOWNLOAD_LIMIT } from '@holdall/api'
import { isolate } from '@holdall/section'
import { Field, Grow, hiddenStyles, Icon, Input, PasswordInput, Switch } from '@holdall/ui'
import { CalendarClock, Download, EyeOff, Lock, Tag, UsersRound } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import type { Hours, LinkOptions } from './share-link-form.ts'
import { toInputValue } from './zoned-time.ts'

const Option = styled.div`
  padding-block: 8px 12px;
  & + & {
    border-block-start: 1px solid var(--line);
  }
`
const Head = styled.div`
  display: flex;
  align-items: center;
  gap: 14px;
  min-block-size: 40px;
  & > svg {
    color: var(--icon);
  }
  small {
    font-size: var(--t-13);
    color: var(--text-3);
  }
  label {
    font-weight: var(--w-medium);
  }
`
const Below = styled.div`
  padding-inline-start: 32px;
`
const Choices = styled.div.attrs({ role: 'radiogroup' })`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
  label {
    position: relative;
    display: inline-flex;
    align-items: center;
    block-size: 32px;
    padding-inline: 11px;
    border-radius: 8px;
    color: var(--text-2);
    font-size: var(--t-13);
    font-weight: var(--w-medium);
    box-shadow: inset 0 0 0 1px var(--line-2);
    cursor: pointer;
    &:hover {
      background: var(--hover);
    }
    &:has(:checked) {
      background: var(--accent-soft);
      color: var(--accent-text);
      box-shadow: inset 0 0 0 1.5px var(--accent-solid);
    }
    &:has(:focus-visible) {
      outline: 2px solid var(--focus);
      outline-offset: 2px;
    }
    @media (max-width: 640px) {
      block-size: 44px;
    }
  }
  input {
    ${hiddenStyles}
  }
`
const Hint = styled.p`
  padding-block: 8px 4px;
  font-size: var(--t-13);
  line-height: 20px;
  color: var(--text-2);
`
const EndDate = styled.div`
  max-inline-size: 280px;
  margin-block-start: 12px;
`
const DEFAULT_DOWNLOADS = '10'
const permissions = ['visitor', 'editor'] as const
const HOUR_MS = 3_600_000
const DEFAULT_HOURS: Hours = 168
/** Ten years. */
const MAX_HOURS = 3652 * 24

export interface LinkProblems {
  readonly password?: string
  readonly date?: string
  readonly downloads?: string
}

interface LinkOptionsFieldsProps {
  /** Visitors of a link can change what is in a folder, never a single file. */
  readonly type: 'file' | 'folder'
  /** As the server has them. */
  readonly before: LinkOptions
  readonly options: LinkOptions
  /** ISO 8601, of the link as it is; null when it never expires or has expired. */
  readonly expiresAt: string | null
  /** Of the link as it is: how many downloads were counted. */
  readonly downloads: number
  /** Error messages, by field. */
  readonly problems: LinkProblems
  readonly onChange: (options: LinkOptions) => void
}

/** Permission, password, expiry and name of a link. */
export function LinkOptionsFields({
  type,
  before,
  options,
  expiresAt,
  downloads,
  problems,
  onChange,
}: LinkOptionsFieldsProps) {
  const intl = useIntl()
  const id = useId()
  const [openedAtMs] = useState(Date.now)
  const { locked, password, ends, date, canDownload } = options
  const isEditor = options.permission === 'editor'
  const expiryDate =
    ends === null || ends === 'date'
      ? null
      : ends === before.ends && expiresAt
        ? new Date(expiresAt)
        : new Date(openedAtMs + ends * HOUR_MS)
  const dateAfter = (hours: number) => toInputValue(openedAtMs + hours * HOUR_MS, intl.timeZone)
  return (
    <div>
      {type === 'folder' ? (
        <Option>
          <Head>
            <Icon as={UsersRound} />
            <Grow id={`${id}-permission`} style={{ fontWeight: 'var(--w-medium)' }}>
              <FormattedMessage id="share.permission" />
            </Grow>
          </Head>
          <Below>
            <Choices aria-labelledby={`${id}-permission`}>
              {permissions.map((choice) => (
                <label key={choice}>
                  <input
                    type="radio"
                    name={`${id}-permission`}
                    checked={choice === options.permission}
                    onChange={() => {
                      onChange({
                        ...options,
                        permission: choice,
                        canDownload: choice === 'editor' || options.canDownload,
                      })
                    }}
                  />
                  <FormattedMessage id={`shared.${choice}`} />
                </label>
              ))}
            </Choices>
            <Hint>
              <FormattedMessage id={`shared.${options.canDownload ? options.permission : 'viewer'}_text`} />
            </Hint>
          </Below>
        </Option>
      ) : null}
      <Option>
        <Head>
          <Icon as={Lock} />
          <Grow>
            <label htmlFor={`${id}-lock`}>
              <FormattedMessage id="share.password" />
            </label>
          </Grow>
          <Switch
            id={`${id}-lock`}
            checked={locked}
            onChange={(next) => {
              onChange({ ...options, locked: next, password: '' })
            }}
          />
        </Head>
        {locked ? (
          <Below>
            <Field
              label={intl.formatMessage({ id: 'share.password' })}
              hideLabel
              error={problems.password ?? null}
              hint={before.locked ? <FormattedMessage id="share.password_keep" /> : undefined}
            >
              <PasswordInput
                autoComplete="new-password"
                maxLength={256}
                value={password}
                placeholder={before.locked ? '••••••••' : undefined}
                showLabel={intl.formatMessage({ id: 'share.password_show' })}
                hideLabel={intl.formatMessage({ id: 'share.password_hide' })}
                onChange={({ target }) => {
                  onChange({ ...options, password: target.value })
                }}
              />
            </Field>
          </Below>
        ) : null}
      </Option>
      <Option>
        <Head>
          <Icon as={CalendarClock} />
          <Grow>
            <label htmlFor={`${id}-ends`}>
              <FormattedMessage id="share.expires" />
            </label>{' '}
            {expiryDate ? (
              <small>
                <bdi>{intl.formatDate(expiryDate, { dateStyle: 'medium', timeStyle: 'short' })}</bdi>
              </small>
            ) : null}
          </Grow>
          <Switch
            id={`${id}-ends`}
            checked={ends !== null}
            onChange={(next) => {
              onChange({ ...options, ends: next ? (before.ends ?? DEFAULT_HOURS) : null })
            }}
          />
        </Head>
        {ends === null ? null : (
          <Below>
            <Choices aria-label={intl.formatMessage({ id: 'share.expires_in' })}>
              {expirationHours.map((choice) => (
                <label key={choice}>
                  <input
                    type="radio"
                    name={`${id}-hours`}
                    checked={choice === ends}
                    onChange={() => {
                      onChange({ ...options, ends: choice })
                    }}
                  />
                  <FormattedMessage
                    id={choice < 24 ? 'share.hours' : 'share.days'}
                    values={{ count: choice < 24 ? choice : choice / 24 }}
                  />
                </label>
              ))}
              <label>
                <input
                  type="radio"
                  name={`${id}-hours`}
                  checked={ends === 'date'}
                  onChange={() => {
                    onChange({ ...options, ends: 'date', date: date || dateAfter(DEFAULT_HOURS) })
                  }}
                />
                <FormattedMessage id="share.ends_at" />
              </label>
            </Choices>
            {ends === 'date' ? (
              <EndDate>
                <Field
                  label={<FormattedMessage id="share.end_date" />}
                  error={problems.date ?? null}
                  hint={
                    intl.timeZone === undefined ? undefined : (
                      <FormattedMessage id="share.end_date_zone" values={{ zone: isolate(intl.timeZone) }} />
                    )
                  }
                >
                  <Input
                    type="datetime-local"
                    required
                    value={date}
                    min={dateAfter(0)}
                    max={dateAfter(MAX_HOURS)}
                    onChange={({ target }) => {
                      onChange({ ...options, date: target.value })
                    }}
                  />
                </Field>
              </EndDate>
            ) : null}
          </Below>
        )}
      </Option>
      <Option>
        <Head>
          <Icon as={EyeOff} />
          <Grow>
            <label htmlFor={`${id}-no-download`}>
              <FormattedMessage id="share.no_download" />
            </label>
          </Grow>
          <Switch
            id={`${id}-no-download`}
            checked={!canDownload}
            disabled={isEditor}
            aria-describedby={isEditor || !canDownload ? `${id}-no-download-hint` : undefined}
            onChange={(next) => {
              onChange({ ...options, canDownload: !next, ...(next && { isLimited: false, downloads: '' }) })
            }}
          />
        </Head>
        {isEditor || !canDownload ? (
          <Below>
            <Hint id={`${id}-no-download-hint`}>
              <FormattedMessage id={isEditor ? 'share.no_download_editor' : 'share.no_download_hint'} />
            </Hint>
          </Below>
        ) : null}
      </Option>
      {canDownload ? (
        <Option>
          <Head>
            <Icon as={Download} />
            <Grow>
              <label htmlFor={`${id}-limit`}>
                <FormattedMessage id="share.limit" />
              </label>{' '}
              {before.isLimited ? (
                <small>
                  <FormattedMessage
                    id="share.limit_used"
                    values={{ count: downloads, limit: Number(before.downloads) }}
                  />
                </small>
              ) : null}
            </Grow>
            <Switch
              id={`${id}-limit`}
              checked={options.isLimited}
              onChange={(next) => {
                onChange({ ...options, isLimited: next, downloads: next ? before.downloads || DEFAULT_DOWNLOADS : '' })
              }}
            />
          </Head>
          {options.isLimited ? (
            <Below>
              <EndDate style={{ marginBlockStart: 0 }}>
                <Field
                  label={<FormattedMessage id="share.limit_label" />}
                  error={problems.downloads ?? null}
                  hint={<FormattedMessage id="share.limit_hint" />}
                >
                  <Input
                    type="number"
                    inputMode="numeric"
                    min={1}
                    max={MAX_DOWNLOAD_LIMIT}
                    step={1}
                    required
                    value={options.downloads}
                    onChange={({ target }) => {
                      onChange({ ...options, downloads: target.value })
                    }}
                  />
                </Field>
              </EndDate>
            </Below>
          ) : null}
        </Option>
      ) : null}
      <Option>
        <Head aria-hidden>
          <Icon as={Tag} />
          <Grow style={{ fontWeight: 'var(--w-medium)' }}>
            <FormattedMessage id="share.name" />
          </Grow>
        </Head>
        <Below>
          <Field
            label={<FormattedMessage id="share.name" />}
            hideLabel
            hint={<FormattedMessage id="share.name_hint" />}
          >
            <Input
              value={options.name}
              maxLength={80}
              dir="auto"
              autoComplete="off"
              onChange={({ target }) => {
                onChange({ ...options, name: target.value })
              }}
            />
          </Field>
        </Below>
      </Option>
    </div>
  )
}
