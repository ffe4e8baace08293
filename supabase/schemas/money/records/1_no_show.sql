-- No-shows: the driver waits in vain and leaves, the rider is charged a fee and may object, and the desk decides.

create table public.no_show_fees (
  booking_id uuid primary key references public.bookings (id),
  customer_id uuid not null references public.profiles (id),
  amount numeric not null check (amount > 0 and amount < 1e12),
  status text not null check (status in ('review', 'charged', 'waived')),
  created_at timestamptz not null default app.now(),
  objection text check (btrim(objection) <> '' and length(objection) <= 500),
  objected_at timestamptz,
  decided_by uuid references public.profiles (id),
  decided_at timestamptz,
  constraint no_show_fees_objected check ((objection is null) = (objected_at is null)),
  constraint no_show_fees_decided check ((decided_by is null) = (decided_at is null)
    and (status <> 'waived' or decided_at is not null))
);
call app.describe('public.no_show_fees', $$
  The fee of each no-show. It is charged at once if the trail of positions shows that the car waited, otherwise when
    the desk agrees.
  amount: The fee: the last step of the car type's cancellation fees (cancel_slab) when the driver left.
  status: review: not charged until the desk agrees; charged; waived: never charged, or refunded.
  objection: Text of the rider's objection, possible within 7 days.
  decided_by: The admin whose decision is final; null before a decision.
$$);
grant select on public.no_show_fees to authenticated;
revoke insert, update, delete, truncate on public.no_show_fees from service_role;

create index no_show_fees_customer_id on public.no_show_fees (customer_id);
create index no_show_fees_decided_by on public.no_show_fees (decided_by);
create index no_show_fees_open on public.no_show_fees (created_at) where decided_at is null
  and (status = 'review' or objected_at is not null);

alter table public.no_show_fees enable row level security;

create policy "riders read their own no-show fees" on public.no_show_fees for select to authenticated
  using (customer_id = (select auth.uid()));
create policy "admins read every no-show fee" on public.no_show_fees for select to authenticated
  using ((select app.has_current_role('admin')));
