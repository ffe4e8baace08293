-- Payment flags: events of providers about money that do not match our data, and what the office decided about them.

create table public.payment_flags (
  event_id uuid primary key references public.payment_events (id),
  decision text not null check (decision in ('give_back', 'book', 'write_off', 'settle')),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 500),
  payment_id uuid references public.payments (id),
  created_by uuid references public.profiles (id),
  created_at timestamptz not null default app.now(),
  constraint payment_flags_payment check ((decision = 'settle') = (payment_id is null))
);
call app.describe('public.payment_flags', $$
  Decisions about events that record_payment_event only flagged. Append-only.
  decision: What happened to the money. give_back: returned to the card; book: credited to the ride that waits for it,
    otherwise to the customer's wallet; write_off: the operator keeps or bears it; settle: nothing was booked, because
    the case was solved at the provider or contained no money.
  reason: The reason that the admin gave.
  payment_id: The payment that was created for the money, with a charge of its own.
  created_by: The admin who decided; if two were needed, the second.
$$);
grant select on public.payment_flags to authenticated;
revoke insert, update, delete, truncate on public.payment_flags from service_role;

create index payment_flags_payment_id on public.payment_flags (payment_id);
create index payment_flags_created_by on public.payment_flags (created_by);

alter table public.payment_flags enable row level security;

create policy "admins who keep the books read decisions on flags" on public.payment_flags for select to authenticated
  using ((select app.has_permission('money')));

create trigger payment_flags__append_only before update or delete or truncate on public.payment_flags
  for each statement execute function app.tg_append_only();
