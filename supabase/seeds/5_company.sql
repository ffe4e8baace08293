-- The company's data other than bookings, created at the start of its past: zones, tariff windows, promotions, papers, bank
-- details and referrals. And the payouts to drivers, every 14 days.

create or replace function seed.box(west double precision, south double precision, east double precision, north double precision) returns jsonb
language sql immutable as $$
  select extensions.st_asgeojson(extensions.st_makeenvelope(west, south, east, north, 4326))::jsonb
$$;

-- An IBAN of Liechtenstein with correct check digits, in groups of four.
create or replace function seed.iban(account text) returns text language sql immutable as $$
  select regexp_replace('LI' || lpad((98 - (account || '211800')::numeric % 97)::text, 2, '0') || account, '(.{4})(?=.)', '\1 ', 'g')
$$;

-- Zones, tariff windows and promotions, entered as the desk would.
create or replace function seed.set_prices() returns void language plpgsql as $$
begin
  perform seed.act_as(101);
  perform public.save_zone(jsonb_build_object('name', 'Heliport Balzers', 'kind', 'fixed', 'amount', 36, 'geojson', seed.box(9.4775, 47.0660, 9.4845, 47.0705))),
    public.save_zone(jsonb_build_object('name', 'Malbun and Steg', 'kind', 'surcharge', 'amount', 6, 'geojson', seed.box(9.5650, 47.0900, 9.6300, 47.1200))),
    public.save_zone(jsonb_build_object('name', 'Alps without a road', 'kind', 'no_service', 'geojson', seed.box(9.5500, 47.0478, 9.6362, 47.0850)));
  insert into public.tariff_windows (name, days, from_time, to_time, percent) values ('Weekend nights', '{5,6}', '22:00', '05:00', 20);
  insert into public.tariff_windows (name, days, dates, percent)
  select 'Holidays', '{}', array_agg(make_date(y, d.month, d.day) order by y, d.month, d.day), 20
  from generate_series(extract(year from app.now())::integer, extract(year from seed.present())::integer + 1) y,
    (values (1, 1), (1, 6), (5, 1), (8, 15), (12, 25), (12, 26)) d (month, day);
  insert into public.promos (promo_name, promo_description, promo_discount_type, promo_discount_value, max_promo_discount_value, min_order, promo_validity, promo_usage_limit)
  select v.name, v.said, v.type, v.value, v.most, v.least, app.day_of(seed.present()) + v.days, v.uses
  from (values ('WELCOME5', 'Five francs off a ride', 'flat', 5, null, 15, 180, 1000),
    ('ALPEN20', 'To the mountains and back', 'percentage', 20, 8, 20, 60, 5),
    ('STADTFEST10', 'The weeks of the town festival', 'percentage', 10, 5, 0, -30, 200),
    ('PAKET3', 'Three francs off a longer way', 'flat', 3, null, 12, 90, 60),
    ('NACHT15', 'Home from the concert', 'percentage', 15, 6, 18, 20, 100)) v (name, said, type, value, most, least, days, uses);
  insert into public.notifications (usertype, title, body) values
    ('rider', 'Winter timetable', 'The last bus leaves earlier now. We do not.'),
    ('driver', 'Tyres', 'Winter tyres from the first of November, please.');
end $$;

-- One licence expires in ten days. Another has expired: its driver gets no offers.
create or replace function seed.set_papers() returns void language plpgsql as $$
declare
  v_document public.driver_documents;
  d record;
begin
  for d in
    select n, k.kind, case when n = 419 and k.kind = 'license' then app.day_of(seed.present()) + 10 when n = 428 and k.kind = 'insurance' then app.day_of(seed.present()) - 3
      else app.day_of(seed.present()) + 200 + 37 * (n % 11) end as ends
    from unnest(array[402, 403, 406, 407, 408, 410, 413, 416, 419, 421, 428, 430]) n, (values ('license'), ('insurance')) k (kind)
  loop
    perform seed.act_as(d.n);
    v_document := public.submit_document(d.kind, seed.id(d.n) || '/' || d.kind, d.ends);
    perform seed.act_as(102), public.verify_document(v_document.id);
  end loop;
  for d in select n from generate_series(401, 430) n where n % 3 <> 0 loop
    perform seed.act_as(d.n), public.set_bank_details((array['Liechtensteinische Landesbank', 'VP Bank', 'LGT Bank'])[1 + d.n % 3], (array['LILALI2X', 'VPBVLI2X', 'BLFLLI2X'])[1 + d.n % 3],
      seed.iban('088100002324' || lpad(d.n::text, 4, '0') || d.n % 10));
  end loop;
end $$;

-- Accounts were created one after the other. Some riders were invited; regular riders have stored a home and a workplace.
create or replace function seed.set_people() returns void language plpgsql as $$
declare d record;
begin
  update public.profiles p set created_at = seed.present() - interval '185 days' - make_interval(hours => n.n)
    from (select p.id, (430 - right(p.id::text, 3)::integer) * 5 as n from public.profiles p) n
  where p.id = n.id and p.id between seed.id(101) and seed.id(430);
  update public.drivers r set created_at = p.created_at from public.profiles p where p.id = r.id and p.id between seed.id(401) and seed.id(430);
  update public.profiles p set signup_via_referral = r.referral_id from public.profiles r
  where p.id between seed.id(326) and seed.id(333) and r.id = seed.id(301 + right(p.id::text, 3)::integer % 4);
  for d in select * from (values
      (301, 'Home', 'Vaduz, Quäderle', 47.143225, 9.51843), (301, 'Work', 'Schaan, Forst Hilti', 47.180133, 9.523056),
      (302, 'Home', 'Triesen, Feldstrasse', 47.102642, 9.525187), (302, 'Work', 'Vaduz, Post', 47.138684, 9.521756),
      (303, 'Home', 'Schaan, Im Rossfeld', 47.166475, 9.513704), (304, 'Home', 'Eschen, Haldengass', 47.209422, 9.519279),
      (305, 'Home', 'Vaduz, Schwefel', 47.126652, 9.525704), (307, 'Home', 'Mauren, Krummenacker', 47.222318, 9.547676),
      (307, 'Work', 'Schaan, Ivoclar', 47.171867, 9.50896), (309, 'Home', 'Balzers, Egerta', 47.072908, 9.509652)) a (n, label, place, lat, lng) loop
    perform seed.act_as(d.n), public.save_address(d.label, d.place, d.lat, d.lng);
  end loop;
end $$;

create table if not exists seed.pay_days (n integer primary key, at timestamptz not null, done boolean not null default false);
insert into seed.pay_days (n, at) select n, seed.present() - make_interval(days => 14 * n, hours => 5) from generate_series(0, 12) n
where exists (select from seed.plan) on conflict do nothing;

-- Drivers with a balance request a withdrawal; it is transferred a day later. Today's requests wait for the desk.
create or replace function seed.pay_out(day seed.pay_days) returns void language plpgsql as $$
declare
  v_request public.withdraw_requests;
  v_first boolean := true;
  d record;
begin
  perform seed.turn(day.at);
  for d in select right(b.user_id::text, 3)::integer as n, 10 * floor(p.wallet_balance / 10) as amount
    from public.bank_details b join public.profiles p on p.id = b.user_id
    where p.id between seed.id(401) and seed.id(430) and p.wallet_balance >= 60 order by p.id loop
    perform seed.turn(day.at + make_interval(mins => 7 * (d.n - 400))), seed.act_as(d.n);
    v_request := public.request_withdrawal(d.amount);
    continue when day.n = 0;
    perform seed.turn(day.at + interval '1 day'), seed.act_as(103);
    if day.n in (2, 7) and v_first then perform public.reject_withdrawal(v_request.id, 'The account has another name');
    else perform public.complete_withdrawal(v_request.id); end if;
    v_first := false;
  end loop;
  update seed.pay_days y set done = true where y.n = day.n;
end $$;

-- Runs once, before the first booking.
do $$ begin
  if exists (select from seed.plan) and not exists (select from public.zones z where z.name = 'Heliport Balzers') then
    perform seed.turn(seed.present() - interval '183 days'), seed.set_prices(), seed.set_papers(), seed.set_people(), seed.turn(seed.present());
  end if;
end $$;
