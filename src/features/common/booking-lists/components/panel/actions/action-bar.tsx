import { MoreHorizontal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '@/components/ui/menu'
import { Tooltip } from '@/components/ui/tooltip'
import { ariaKeys } from '@/lib/page/keys'
import { useShortcut } from '@/lib/page/shortcuts'
import { cn } from '@/lib/utils'
import { type DeskAction, lookOf } from './model'

/** How many actions are shown as buttons beside the menu: few, because in a narrow panel each button takes a line. */
const BUTTONS = 2

/** Actions without which a trip cannot continue. Only the button of such an action is highlighted. */
const MAIN: readonly DeskAction[] = ['assign', 'confirm_cash', 'override_code']

interface ActionBarProps {
  actions: readonly DeskAction[]
  onAct: (action: DeskAction) => void
}

/** The actions that are allowed now. The first two are buttons, the others are in a menu. All of them have shortcuts. */
export function ActionBar({ actions, onAct }: ActionBarProps) {
  const { t } = useTranslation('panel')
  if (actions.length === 0) return null
  const rest = actions.slice(BUTTONS)
  return (
    <div role="toolbar" aria-label={t('actions')} className="flex flex-wrap items-center gap-2">
      {actions.map((action) => (
        <ActionKey key={action} action={action} onAct={onAct} />
      ))}
      {actions.slice(0, BUTTONS).map((action) => (
        <ActionButton key={action} action={action} onAct={onAct} />
      ))}
      {rest.length > 0 && (
        <Menu>
          <Tooltip label={t('more_actions')}>
            <MenuTrigger asChild>
              <Button size="icon-sm" variant="outline" aria-label={t('more_actions')}>
                <MoreHorizontal aria-hidden />
              </Button>
            </MenuTrigger>
          </Tooltip>
          <MenuContent aria-label={t('more_actions')}>
            {rest.map((action) => (
              <ActionItem key={action} action={action} onAct={onAct} />
            ))}
          </MenuContent>
        </Menu>
      )}
    </div>
  )
}

interface ActionProps {
  action: DeskAction
  onAct: (action: DeskAction) => void
}

function ActionKey({ action, onAct }: ActionProps) {
  const { t } = useTranslation('panel')
  useShortcut({
    keys: lookOf(action).keys,
    label: t(`action.${action}`),
    group: t('shortcuts'),
    run: () => onAct(action)
  })
  return null
}

function ActionButton({ action, onAct }: ActionProps) {
  const { t } = useTranslation('panel')
  const { icon: Icon, keys, isDanger } = lookOf(action)
  const label = t(`action.${action}`)
  return (
    <Tooltip label={label} keys={keys}>
      <Button
        size="sm"
        variant={MAIN.includes(action) ? 'accent' : isDanger ? 'bad' : 'outline'}
        aria-keyshortcuts={ariaKeys(keys)}
        className="max-w-full min-w-fit flex-1"
        onClick={() => onAct(action)}
      >
        <Icon aria-hidden />
        <span className="truncate">{label}</span>
      </Button>
    </Tooltip>
  )
}

function ActionItem({ action, onAct }: ActionProps) {
  const { t } = useTranslation('panel')
  const { icon: Icon, keys, isDanger } = lookOf(action)
  return (
    <MenuItem
      aria-keyshortcuts={ariaKeys(keys)}
      className={cn(isDanger && 'text-bad [&_svg]:text-bad')}
      onSelect={() => onAct(action)}
    >
      <Icon aria-hidden />
      <span className="flex-1">{t(`action.${action}`)}</span>
      <Kbd keys={keys} />
    </MenuItem>
  )
}
