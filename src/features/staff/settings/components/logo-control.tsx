import { ImagePlus, X } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormContext } from '@/components/form/form-context'
import { Button } from '@/components/ui/button'
import { LogoMark } from '@/components/ui/logo'
import { pageColours } from '../../../../../supabase/functions/_shared/brand/colour'

const LogoDialog = lazy(() => import('./logo-dialog').then((part) => ({ default: part.LogoDialog })))

interface LogoControlProps {
  id: string
  value: string
  onChange: (logo: string) => void
  'aria-describedby': string
}

/** Shows the operator's logo as page headers show it, light and dark, with buttons to replace or remove it. */
export function LogoControl({ id, value, onChange, ...described }: LogoControlProps) {
  const { t } = useTranslation('settings')
  const { form } = useFormContext()
  const [isOpen, setOpen] = useState(false)
  const choose = useRef<HTMLButtonElement>(null)
  const name = String(form.values.app_name ?? '')
  const choice = t(value ? 'picture.another' : 'picture.choose')
  return (
    <div className="space-y-2">
      <div aria-hidden className="grid grid-cols-2 overflow-hidden rounded-control border border-line">
        {(['light', 'dark'] as const).map((scheme) => (
          <span
            key={scheme}
            style={pageColours[scheme]}
            className="flex h-14 min-w-0 items-center gap-2 px-3 text-sm font-semibold tracking-tight"
          >
            <LogoMark logo={value} name={name} className="shrink-0" />
            <span dir="auto" className="truncate">
              {name}
            </span>
          </span>
        ))}
      </div>
      <div className="flex gap-2">
        <Button
          ref={choose}
          id={id}
          aria-label={`${t('field.logo.label')}: ${choice}`}
          {...described}
          size="sm"
          className="max-md:h-11"
          onClick={() => setOpen(true)}
        >
          <ImagePlus aria-hidden />
          {choice}
        </Button>
        {value && (
          <Button
            variant="ghost"
            size="sm"
            className="max-md:h-11"
            onClick={() => {
              onChange('')
              choose.current?.focus()
            }}
          >
            <X aria-hidden />
            {t('picture.remove')}
          </Button>
        )}
      </div>
      {isOpen && (
        <Suspense>
          <LogoDialog
            onUploaded={(path) => {
              onChange(path)
              setOpen(false)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
