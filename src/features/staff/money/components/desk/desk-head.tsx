import {
  BookOpen,
  CarTaxiFront,
  ChevronDown,
  Download,
  Ellipsis,
  FileCheck2,
  FileText,
  HandCoins,
  Landmark,
  Lock,
  type LucideIcon,
  Receipt,
  Scale,
  ShieldCheck,
  Table2,
  UserRoundSearch
} from 'lucide-react'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { LateDialog } from '@/components/ui/late-dialog'
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '@/components/ui/menu'
import { MonthSteps } from '@/components/ui/month-steps'
import { PageHeader } from '@/components/ui/page-header'
import { paths } from '@/config/paths'
import { moneyPath } from '@/config/report-paths'
import { useShortcut } from '@/lib/page/shortcuts'
import { usePutParams } from '@/lib/page/use-put-params'
import { monthOf, type Period, writtenDay } from '@/lib/time/days'
import { useMoneyWords } from '../../hooks/use-words'
import type { MoneyState } from '../../queries'
import { FILES, type FileKind } from '../dialogs/files'

const CloseDialog = lazy(() => import('../dialogs/close-dialog').then((part) => ({ default: part.CloseDialog })))
const ExportDialog = lazy(() => import('../dialogs/export-dialog').then((part) => ({ default: part.ExportDialog })))
const LockDialog = lazy(() => import('../dialogs/lock-dialog').then((part) => ({ default: part.LockDialog })))
const TaxDialog = lazy(() => import('../dialogs/tax-dialog').then((part) => ({ default: part.TaxDialog })))
const CheckDialog = lazy(() => import('../dialogs/check-dialog').then((part) => ({ default: part.CheckDialog })))

const fileIcons: Record<FileKind, LucideIcon> = {
  movements: Table2,
  statement: FileText,
  journal: BookOpen,
  invoices: Receipt,
  income: UserRoundSearch
}

type DialogId = 'close' | 'lock' | 'tax' | 'check' | FileKind

interface DeskHeadProps {
  month: Period & { isOver: boolean }
  state: MoneyState | undefined
}

/**
 * The head of the money desk (the office's page for payments): the month, up to which day it is closed, and the actions on it.
 */
export function DeskHead({ month, state }: DeskHeadProps) {
  const { t } = useTranslation('money')
  const { locale, weekDay } = useMoneyWords()
  const [asked, setAsked] = useState<DialogId | null>(null)
  const putParams = usePutParams()
  const go = (away: 1 | -1) => {
    if (away === 1 && !month.isOver) return
    putParams((params) => params.set('month', monthOf(month.from, away).from.slice(0, 7)))
  }
  const group = t('title')
  useShortcut({ keys: '[', label: t('month.previous'), group, run: () => go(-1) })
  useShortcut({ keys: ']', label: t('month.next'), group, run: () => go(1) })
  const close = () => setAsked(null)
  return (
    <>
      <PageHeader
        title={t('title')}
        beside={
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <MonthSteps
              label={t('month.label')}
              previous={t('month.previous')}
              next={t('month.next')}
              name={writtenDay(month.from, locale, { month: 'long', year: 'numeric' })}
              onGo={go}
              isLast={!month.isOver}
            />
            {state && (
              <span className="text-sm text-muted">
                {state.closed_until ? t('closed_until', { day: weekDay(state.closed_until) }) : t('never_closed')}
                {state.locked_until && ` · ${t('locked_until', { day: weekDay(state.locked_until) })}`}
              </span>
            )}
          </div>
        }
        actions={
          <>
            {state?.next_day && (
              <Button variant="outline" onClick={() => setAsked('close')}>
                <Lock aria-hidden />
                {state.closed_until ? t('close.button', { day: weekDay(state.next_day) }) : t('close.first')}
              </Button>
            )}
            <FileMenu onChoose={setAsked} />
            <MoreMenu onChoose={setAsked} />
          </>
        }
      />
      <LateDialog>
        {asked === 'close' && state && <CloseDialog state={state} onClose={close} />}
        {asked === 'lock' && state && <LockDialog state={state} onClose={close} />}
        {asked === 'tax' && <TaxDialog onClose={close} />}
        {asked === 'check' && <CheckDialog onClose={close} />}
        {asked !== null && (FILES as readonly string[]).includes(asked) && (
          <ExportDialog kind={asked as FileKind} month={month} onClose={close} />
        )}
      </LateDialog>
    </>
  )
}

function FileMenu({ onChoose }: { onChoose: (kind: FileKind) => void }) {
  const { t } = useTranslation('money')
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="soft">
          <Download aria-hidden />
          {t('files.menu')}
          <ChevronDown aria-hidden />
        </Button>
      </MenuTrigger>
      <MenuContent className="min-w-60">
        {FILES.map((kind) => {
          const Icon = fileIcons[kind]
          return (
            <MenuItem key={kind} onSelect={() => onChoose(kind)}>
              <Icon aria-hidden />
              <span className="flex-1">{t(`files.${kind}.name`)}</span>
              <span className="ps-4 text-xs text-muted">{t(`files.${kind}.type`)}</span>
            </MenuItem>
          )
        })}
      </MenuContent>
    </Menu>
  )
}

function MoreMenu({ onChoose }: { onChoose: (asked: DialogId) => void }) {
  const { t } = useTranslation('money')
  const link = (show: string, Icon: LucideIcon) => (
    <MenuItem asChild>
      <Link to={moneyPath({ show })}>
        <Icon aria-hidden />
        {t(`${show}.menu`)}
      </Link>
    </MenuItem>
  )
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="outline" size="icon" aria-label={t('more')} title={t('more')}>
          <Ellipsis aria-hidden />
        </Button>
      </MenuTrigger>
      <MenuContent className="min-w-60">
        {link('charges', CarTaxiFront)}
        {link('payouts', HandCoins)}
        {link('bank', Landmark)}
        {link('writeoffs', FileCheck2)}
        <MenuItem asChild>
          <Link to={paths.trialBalance}>
            <Scale aria-hidden />
            {t('trial_balance:title')}
          </Link>
        </MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={() => onChoose('tax')}>
          <Receipt aria-hidden />
          {t('tax.menu')}
        </MenuItem>
        <MenuItem onSelect={() => onChoose('check')}>
          <ShieldCheck aria-hidden />
          {t('check.menu')}
        </MenuItem>
        <MenuItem onSelect={() => onChoose('lock')}>
          <Lock aria-hidden />
          {t('lock.menu')}
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}
