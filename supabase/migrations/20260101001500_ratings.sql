-- Ratings: riders rate drivers and drivers rate riders, once each way.
-- Needs:  bookings
-- Access: stars: who gave, who received, admins; comments: who wrote, admins, and without names who received
-- Tests:  tests/db/ratings.sql

create table public.ratings (
  booking_id uuid not null references public.bookings (id),
  from_id uuid not null references public.profiles (id),
  to_id uuid not null references public.profiles (id),
  stars integer not null check (stars between 1 and 5),
  created_at timestamptz not null default app.now(),
  primary key (booking_id, from_id),
  check (from_id <> to_id)
);
comment on table public.ratings is 'Stars one person gave another for one booking.';
comment on column public.ratings.stars is '1 to 5.';
create index ratings_from_id on public.ratings (from_id);
create index ratings_to_id on public.ratings (to_id, created_at desc) include (stars);

-- A table of its own, since a policy cannot hide a column: a driver knows which ride got how many stars, as the booking
-- says, but not whose words are whose; riders have to live in the same town.
create table public.rating_comments (
  booking_id uuid not null,
  from_id uuid not null,
  to_id uuid not null references public.profiles (id),
  comment text not null check (btrim(comment) <> '' and length(comment) <= 1000),
  created_at timestamptz not null default app.now(),
  primary key (booking_id, from_id),
  foreign key (booking_id, from_id) references public.ratings (booking_id, from_id) on delete cascade
);
comment on table public.rating_comments is 'What was said with the stars. Who is meant reads it by rating_details(), without names and dates.';
comment on column public.rating_comments.comment is 'At most 1000 characters.';
create index rating_comments_to_id on public.rating_comments (to_id, created_at desc);
create index rating_comments_from_id on public.rating_comments (from_id);
alter table public.ratings enable row level security;
alter table public.rating_comments enable row level security;
grant select on public.ratings, public.rating_comments to authenticated;
create policy "people read the comments they wrote" on public.rating_comments for select to authenticated
  using (from_id = (select auth.uid()));
create policy "admins read every comment" on public.rating_comments for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin'));
create policy "people read the ratings they gave" on public.ratings for select to authenticated
  using (from_id = (select auth.uid()));
create policy "people read the ratings they received" on public.ratings for select to authenticated
  using (to_id = (select auth.uid()));
create policy "admins read every rating" on public.ratings for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin'));

create function app.add_rating(booking_id uuid, from_id uuid, to_id uuid, stars integer, comment text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Two ratings of one person at once: the second counts the first.
  perform 1 from public.profiles p where p.id = add_rating.to_id for no key update;
  insert into public.ratings (booking_id, from_id, to_id, stars)
  values (add_rating.booking_id, add_rating.from_id, add_rating.to_id, add_rating.stars);
  insert into public.rating_comments (booking_id, from_id, to_id, comment)
  select add_rating.booking_id, add_rating.from_id, add_rating.to_id, c.said
  from (select btrim(left(add_rating.comment, 1000)) as said) c where c.said <> '';
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

-- Months are told, days are not, and the order is that of the words: neither says which ride it was.
create function public.rating_details(user_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_whose uuid := coalesce(rating_details.user_id, v_me.id);
  v_details jsonb;
  v_comments jsonb;
begin
  if v_whose <> v_me.id and v_me.usertype <> 'admin' and not (v_me.usertype = 'fleetadmin'
      and exists (select 1 from public.drivers d where d.id = v_whose and d.fleet_id = v_me.id)) then
    raise sqlstate 'PT403' using message = 'not_allowed', hint = 'Ratings are for their receiver, the driver''s fleet and admins';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('user', g.from_id, 'rate', g.stars, 'booking_id', g.booking_id, 'at', g.created_at)
    order by g.created_at desc, g.booking_id), '[]') into v_details
  from (select r.* from public.ratings r where r.to_id = v_whose order by r.created_at desc, r.booking_id limit 200) g;
  select coalesce(jsonb_agg(c.said order by c.said ->> 'month' desc, c.said ->> 'comment'), '[]') into v_comments
  from (select jsonb_build_object('comment', k.comment, 'month', to_char(k.created_at at time zone s.time_zone, 'YYYY-MM'))
      || case when v_me.usertype = 'admin' then jsonb_build_object('user', k.from_id, 'booking_id', k.booking_id) else '{}' end as said
    from public.rating_comments k, public.settings s where s.id = 1 and k.to_id = v_whose
    order by k.created_at desc, k.booking_id limit 200) c;
  return (select jsonb_build_object('userrating', p.rating, 'count', p.rating_count, 'details', v_details, 'comments', v_comments)
    from public.profiles p where p.id = v_whose);
end $$;
comment on function public.rating_details is
  'The ratings of a person (the caller without user_id): {userrating, count, details [{user, rate, booking_id, at}], comments [{comment, month}]}, the last 200 of each; admins see with each comment user and booking_id. Errors: must_login, not_allowed.';
revoke execute on function public.rating_details(uuid) from public, anon;
grant execute on function public.rating_details(uuid) to authenticated;
