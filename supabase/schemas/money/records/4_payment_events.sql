-- Payment events: messages of providers about a payment, compared with the stored payment before they have an effect.

create table public.payment_events (
  id uuid primary key default app.uuid_v7(),
  provider public.payment_provider not null,
  event_id text not null check (length(event_id) between 1 and 300),
  payment_id uuid references public.payments (id),
  amount numeric,
  currency text,
  status text not null,
  provider_ref text,
  charge_ref text,
  fee numeric,
  refund_id uuid,
  refund_ref text,
  dispute_ref text,
  due_at timestamptz,
  outcome text not null default 'recorded'
    check (outcome in ('recorded', 'paid', 'authorized', 'voided', 'failed', 'late', 'repeated', 'refunded',
    'refund_failed', 'chargeback', 'chargeback_won', 'chargeback_lost', 'already_paid', 'charge_reused',
      'unknown_payment', 'unknown_refund',
    'provider_mismatch', 'amount_mismatch', 'currency_mismatch', 'contradicted')),
  payload jsonb not null default '{}',
  received_at timestamptz not null default app.now(),
  unique (provider, event_id)
);
call app.describe('public.payment_events', $$
  Messages of payment providers, each event once. Append-only.
  outcome: Effect of the event. paid: the payment is paid; late: the booking no longer waited for it, so the money was
    returned; repeated: already reported before; recorded: no effect, or none until the payment is paid. These are
    flagged for the office and move no money (payment_flags): already_paid (by another charge), charge_reused (the
    charge paid another payment), contradicted (the opposite was reported before), *_mismatch (amount, currency or
    provider differ), unknown_payment, unknown_refund (made at the provider, not by us).
  provider: The payment provider that sent the event.
  amount: The amount that was paid, reserved, returned or disputed, according to the provider.
  currency: Currency of the amount, according to the provider.
  status: What the provider reports: paid, authorized, pending, failed, voided, refunded, refund_failed, chargeback,
    chargeback_won, chargeback_lost, or a status of its own.
  provider_ref: The provider's reference of the payment.
  charge_ref: The provider's id of the charge.
  fee: The provider's fee for the payment, as reported.
  refund_ref: The provider's id of a refund; our id is in refund_id.
  dispute_ref: The provider's id of a chargeback.
  payload: The provider's complete message, for the desk.
$$);
grant select on public.payment_events to authenticated;
revoke insert, update, delete, truncate on public.payment_events from service_role;

create function app.is_flagged(outcome text) returns boolean language sql immutable parallel safe as $$
  select outcome in ('already_paid', 'charge_reused', 'unknown_payment', 'unknown_refund',
    'provider_mismatch', 'amount_mismatch', 'currency_mismatch', 'contradicted')
$$;
comment on function app.is_flagged is
  'Whether an outcome is flagged for the office, because the event did not match and moved no money.';

create index payment_events_payment_id on public.payment_events (payment_id);
create index payment_events_flagged on public.payment_events (received_at desc)
  where outcome in ('already_paid', 'charge_reused', 'unknown_payment', 'unknown_refund', 'provider_mismatch',
    'amount_mismatch', 'currency_mismatch', 'contradicted');

alter table public.payment_events enable row level security;

-- Admins cannot read payment events in demo mode, because the messages contain names of payers.
create policy "admins who keep the money read every payment event" on public.payment_events for select to authenticated
  using ((select app.has_permission('money') and s.allow_critical_edits_admin from public.settings s where s.id = 1));

create trigger payment_events__append_only before delete or truncate on public.payment_events
  for each statement execute function app.tg_append_only();
create trigger payment_events__settled before update on public.payment_events
  for each row when (old.outcome <> 'recorded') execute function app.tg_append_only();

create type public.payment_effect as (outcome text, duplicate boolean, payment_id uuid, booking_id uuid,
  booking_status public.booking_status);
comment on type public.payment_effect is 'Result of record_payment_event: the effect of a provider''s event.';
