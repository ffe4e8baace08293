-- Uses of promotions: reserved when a booking is created, consumed when it is paid, released when it is cancelled.

create table public.promo_uses (
  booking_id uuid primary key references public.bookings (id),
  promo_id uuid not null references public.promos (id) on delete cascade,
  user_id uuid not null references public.profiles (id),
  status text not null default 'reserved' check (status in ('reserved', 'consumed', 'released')),
  created_at timestamptz not null default app.now(),
  settled_at timestamptz,
  shared_device boolean not null default false,
  check ((settled_at is null) = (status = 'reserved'))
);
call app.describe('public.promo_uses', $$
  Which booking uses which promotion. promos.user_avail counts the rows that are not released.
  status: reserved when the booking is created, consumed when it is paid, released when it is cancelled or when the
    final fare is below the promotion's minimum.
  shared_device: Whether another person used the promotion on the same device. Such a use is valid, because families
    share phones; the desk judges it.
$$);
grant select on public.promo_uses to authenticated;

-- Ensures that a rider uses a promotion only once, even if a function has a bug.
create unique index promo_uses_once on public.promo_uses (promo_id, user_id) where status <> 'released';
create index promo_uses_promo_id on public.promo_uses (promo_id, created_at desc);
create index promo_uses_user_id on public.promo_uses (user_id, created_at desc);

alter table public.promo_uses enable row level security;

create policy "riders read their own uses" on public.promo_uses for select to authenticated
  using (user_id = (select auth.uid()));
create policy "admins read every use" on public.promo_uses for select to authenticated
  using ((select app.has_current_role('admin')));
