export {
  BrokenArt,
  ExpiredArt,
  FolderArt,
  LockedArt,
  SearchArt,
  TrashArt,
  type ArtProps,
} from './brand/illustrations.tsx'
export { Logo, Mark, Wordmark } from './brand/logo.tsx'
export { Button, type ButtonProps } from './button/button.tsx'
export { Chip, type ChipProps } from './button/chip.tsx'
export { IconButton, type IconButtonProps } from './button/icon-button.tsx'
export { Segmented, type Option, type SegmentedProps } from './button/segmented.tsx'
export { TextButton } from './button/text-button.tsx'
export { buttonStyles, type ButtonLook, type ButtonSize, type ButtonVariant } from './button/button-styles.ts'
export { copyText } from './copy/copy-text.ts'
export { useCopy } from './copy/use-copy.ts'
export { DailyBarChart, type DailyBarChartProps } from './charts-and-tables/daily-bar-chart.tsx'
export { StatTile, type StatTileProps } from './charts-and-tables/stat-tile.tsx'
export { TableSimple, type TableSimpleProps } from './charts-and-tables/table-simple.tsx'
export { useDocumentTitle } from './document-title/use-document-title.ts'
export { PopupBody, PopupFooter, PopupHead, PopupTitle } from './dialog/dialog-layout.tsx'
export {
  Avatar,
  AvatarStack,
  initials,
  type AvatarProps,
  type AvatarSize,
  type AvatarStackProps,
  type Person,
} from './display/avatar.tsx'
export { Badge, Count, Kbd, type BadgeProps } from './display/badge.tsx'
export { Notice, toneIcons, type NoticeProps, type Tone } from './display/notice.tsx'
export { Meter, ProgressBar, type MeterPart, type MeterProps, type ProgressBarProps } from './display/progress.tsx'
export { Skeleton, type SkeletonProps } from './display/skeleton.tsx'
export { Spinner } from './display/spinner.tsx'
export { CodeBox, EmptyState, ErrorState, type EmptyStateProps, type ErrorStateProps } from './feedback/empty-state.tsx'
export { ToastView, type ToastViewProps } from './feedback/toast-view.tsx'
export { Checkbox, type CheckboxProps } from './field/checkbox.tsx'
export { fieldStyles, useFieldControl } from './field/field-control.ts'
export { Field, SaveStatus, type FieldProps, type SaveStatusProps } from './field/field.tsx'
export { FileInput, type FileInputProps } from './field/file-input.tsx'
export { Input, type InputProps } from './field/input.tsx'
export { PasswordInput, type PasswordInputProps } from './field/password-input.tsx'
export { usePasswordStrength, type PasswordStrength, type PasswordStrengthOptions } from './field/password-strength.ts'
export { StrengthBar, type StrengthBarProps } from './field/strength-bar.tsx'
export { Switch, type SwitchProps } from './field/switch.tsx'
export { Textarea } from './field/textarea.tsx'
export { useFileDrop } from './field/use-file-drop.ts'
export { FolderIcon, type FolderIconProps } from './file/folder-icon.tsx'
export { KindTile, type KindTileProps } from './file/kind-tile.tsx'
export { Icon, type IconProps, type IconType } from './icon/icon.tsx'
export { modifierLabel, shortcutLabel } from './keyboard/modifier-label.ts'
export { Card, Divider, Grow, Row, Sheet, Stack } from './layout/box.tsx'
export { hiddenStyles, SkipLink, VisuallyHidden } from './layout/hidden.tsx'
export { Heading, linkStyles, Text, type TextVariant } from './layout/text.tsx'
export { useReservedSpace } from './layout/use-reserved-space.ts'
export { LanguageMenu, type LanguageMenuProps } from './menu/language-menu.tsx'
export { LazyMenu } from './menu/lazy-menu.tsx'
export { accentRamp, applyAccent, type AccentRamp, type AccentStep } from './theme/accent.ts'
export { addGlobalStyle } from './theme/global-style.ts'
export { hueNear, hueOf, hues, hueVars, type Hue } from './theme/hue.ts'
export { useIsPhone, useMediaQuery, useReducedMotion } from './theme/media.ts'
