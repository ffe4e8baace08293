import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormRules } from '@/components/form/rules'
import { UploadPanel } from '@/components/form/upload/upload-panel'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { LOGO_EDGE } from '@/lib/upload/picture'

interface LogoDialogProps {
  onUploaded: (path: string) => void
  onClose: () => void
}

/** The dialog that uploads a logo. The file gets a new name, so the current logo stays until the form is saved. */
export function LogoDialog({ onUploaded, onClose }: LogoDialogProps) {
  const { t } = useTranslation('settings')
  const { isDemo } = useFormRules()
  const [path] = useState(() => `logo-${crypto.randomUUID()}`)
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent className="sm:w-[32rem]">
        <DialogHeader>
          <DialogTitle>{t('field.logo.label')}</DialogTitle>
          <DialogDescription>{t('picture.text')}</DialogDescription>
        </DialogHeader>
        <UploadPanel
          bucket="company"
          path={path}
          longestEdge={LOGO_EDGE}
          refusal={isDemo ? 'demo_mode' : null}
          onDone={onUploaded}
        />
      </DialogContent>
    </Dialog>
  )
}
