import { Check, Copy } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { controlClasses } from '@/components/ui/control-classes'
import { LiveRegion } from '@/components/ui/live-region'
import { useCopy } from '@/lib/page/use-copy'
import { cn } from '@/lib/utils'

interface SnippetProps {
  label: string
  hint: string
  text: string
}

/** A line of code or a URL, with a button that copies it. */
export function Snippet({ label, hint, text }: SnippetProps) {
  const { t } = useTranslation('widget')
  const id = useId()
  const { copied, copy } = useCopy(text)
  return (
    <div className="space-y-1.5">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        <Button size="sm" className="max-md:h-11" aria-label={`${t('code.copy')}: ${label}`} onClick={copy}>
          {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
          {t(copied ? 'code.copied' : 'code.copy')}
        </Button>
      </div>
      <textarea
        id={id}
        readOnly
        dir="ltr"
        rows={3}
        value={text}
        aria-describedby={`${id}-hint`}
        className={cn(controlClasses, 'h-auto py-2 font-mono text-xs break-all md:h-auto')}
        onFocus={(event) => event.target.select()}
      />
      <p id={`${id}-hint`} className="text-xs text-pretty text-muted">
        {hint}
      </p>
      <LiveRegion>{copied && t('code.copied')}</LiveRegion>
    </div>
  )
}
