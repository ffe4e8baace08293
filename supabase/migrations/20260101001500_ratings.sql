-- Ratings: riders rate drivers and drivers rate riders, once each way.
-- Needs:  bookings
-- Access: who gave one, who received one, admins
-- Tests:  tests/db/ratings.sql

create table public.ratings (
  booking_id uuid not null references public.bookings (id),
  from_id uuid not null references public.profiles (id),
  to_id uuid not null references public.profiles (id),
  stars integer not null check (stars between 1 and 5),
  comment text,
  created_at timestamptz not null default app.now(),
  primary key (booking_id, from_id)
);
comment on table public.ratings is 'Stars one person gave another for one booking.';
create index ratings_from_id on public.ratings (from_id);
create index ratings_to_id on public.ratings (to_id, created_at desc);
alter table public.ratings enable row level security;
grant select on public.ratings to authenticated;
create policy "people read the ratings they gave" on public.ratings for select to authenticated
  using (from_id = (select auth.uid()));
create policy "people read the ratings they received" on public.ratings for select to authenticated
  using (to_id = (select auth.uid()));
create policy "admins read every rating" on public.ratings for select to authenticated
  using (((select auth.jwt()) ->> 'user_role') = 'admin');

create function app.add_rating(booking_id uuid, from_id uuid, to_id uuid, stars integer, comment text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Two ratings of one person at once: the second counts the first.
  perform 1 from public.profiles p where p.id = add_rating.to_id for no key update;
  insert into public.ratings (booking_id, from_id, to_id, stars, comment)
  values (add_rating.booking_id, add_rating.from_id, add_rating.to_id, add_rating.stars, nullif(btrim(left(add_rating.comment, 1000)), ''));
  update public.profiles p set rating = r.average, rating_count = r.n
  from (select round(avg(g.stars), 1) as average, count(*) as n from public.ratings g where g.to_id = add_rating.to_id) r
  where p.id = add_rating.to_id;
end $$;

create function public.rate_booking(booking_id uuid, stars integer default null, comment text default null) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings;
  v_given integer;
begin
  v_booking := app.lock_booking(rate_booking.booking_id);
  if v_me.id is distinct from v_booking.customer_id and v_me.id is distinct from v_booking.driver_id then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  if rate_booking.stars not between 1 and 5 then
    raise sqlstate 'PT422' using message = 'rating_invalid', hint = 'Give one to five stars, or none to skip';
  end if;
  if v_booking.status not in ('PAID', 'COMPLETE') then perform app.refuse_status(v_booking); end if;
  v_given := case when v_me.id = v_booking.customer_id then v_booking.rating else v_booking.driver_rating_of_rider end;
  if v_given is not null and rate_booking.stars is not null and v_given <> rate_booking.stars then
    raise sqlstate 'PT409' using message = 'already_rated', hint = 'A rating stands once it is given';
  end if;
  if rate_booking.stars is not null and v_given is null then
    perform app.add_rating(v_booking.id, v_me.id,
      case when v_me.id = v_booking.customer_id then v_booking.driver_id else v_booking.customer_id end, rate_booking.stars, rate_booking.comment);
  end if;
  if v_me.id = v_booking.driver_id then
    update public.bookings b set driver_rating_of_rider = coalesce(b.driver_rating_of_rider, rate_booking.stars)
    where b.id = v_booking.id returning b.* into v_booking;
    return v_booking;
  end if;
  perform app.act('rider', v_me.id);
  update public.bookings b set status = 'COMPLETE', completed_at = coalesce(b.completed_at, app.now()), rating = coalesce(b.rating, rate_booking.stars)
  where b.id = v_booking.id returning b.* into v_booking;
  return v_booking;
end $$;
comment on function public.rate_booking is
  'The rider rates the driver, or skips without stars, which completes the booking; the driver rates the rider. Safe to call twice. Errors: must_login, booking_not_found, rating_invalid, wrong_status, already_rated.';
revoke execute on function public.rate_booking(uuid, integer, text) from public, anon;
grant execute on function public.rate_booking(uuid, integer, text) to authenticated;
