-- Buckets and their policies.
select no_plan();
create function tests.put(bucket text, path text) returns boolean language plpgsql as $$
begin
  insert into storage.objects (bucket_id, name) values (put.bucket, put.path);
  return true;
exception when insufficient_privilege then return false;
end $$;
create function tests.take(from_bucket text) returns bigint language plpgsql as $$
declare v_count bigint;
begin
  -- As the Storage API does it: nobody else deletes rows, since their bytes would stay.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects where bucket_id = from_bucket;
  get diagnostics v_count = row_count;
  perform set_config('storage.allow_delete_query', 'false', true);
  return v_count;
end $$;
create function tests.sees(path text) returns boolean language sql as $$
  select exists (select 1 from storage.objects o where o.name = sees.path)
$$;
select results_eq($$ select id, public from storage.buckets order by id $$,
  $$ values ('bookings', false), ('cartypes', true), ('company', true), ('regions', false), ('shifts', false), ('users', false) $$, 'there are six buckets, two of them public');
select is_empty($$ select id from storage.buckets, unnest(allowed_mime_types) as t (mime) where id = 'company' and mime not in ('image/png', 'image/jpeg', 'image/webp') $$,
  'a logo is no drawing, which could hold a script');
select results_eq($$ select id from storage.buckets, unnest(allowed_mime_types) as t (mime) where mime not like 'image/%' $$,
  $$ values ('users') $$, 'people put images, and PDF only beside their papers');
select is((select array_agg(mime) from storage.buckets, unnest(allowed_mime_types) as t (mime) where mime not like 'image/%'),
  '{application/pdf}', 'of other files only PDF is taken');
select is_empty($$ select id from storage.buckets where id <> 'regions' and (file_size_limit is null or allowed_mime_types is null) $$,
  'of limited size');
select tests.ride('ARRIVED');

select tests.as_service();
select ok(tests.put('regions', 'current/graph.bin'), 'the service role puts the region');

select tests.act_as('admin');
select ok(tests.put('cartypes', 'cab.png'), 'an admin puts car images');
select ok(not tests.put('regions', 'current/places.json'), 'an admin puts no region');
select is_empty($$ select 1 from storage.objects where bucket_id = 'regions' $$, 'an admin does not read the region');
select ok(not tests.put('users', tests.id('rider') || '/profileImage'), 'an admin does not put somebody''s picture');
select is(tests.take('regions'), 0::bigint, 'an admin does not delete the region');
select is_empty($$ select 1 from storage.buckets $$, 'an admin does not see the buckets themselves');
select throws_ok($$ insert into storage.buckets (id, name) values ('mine', 'mine') $$, '42501', null, 'an admin makes no bucket');

select tests.act_as('rider');
select ok(tests.put('users', tests.id('rider') || '/profileImage'), 'people put their own picture');
select ok(not tests.put('users', tests.id('rider') || '/diary'), 'nothing but picture and license');
select ok(not tests.put('users', tests.id('rider') || '/profileImage/more'), 'a rider puts nothing below a picture');
select ok(not tests.put('users', tests.id('rider2') || '/profileImage'), 'a rider puts nobody else''s picture');
select ok(not tests.put('users', 'profileImage'), 'a rider puts no picture of nobody');
select ok(not tests.put('cartypes', 'mine.png'), 'a rider puts no car images');
select ok(not tests.put('bookings', tests.booking() || '/pickup_image'), 'a rider puts no image of a booking, not even their own');
select is((select count(*) from storage.objects), 1::bigint, 'a rider reads the own files');
select isnt_empty($$ update storage.objects set metadata = '{}' where bucket_id = 'users' returning id $$, 'a rider replaces the own files');
select throws_ok($$ update storage.objects set name = tests.id('rider2') || '/license' where bucket_id = 'users' $$, '42501', null,
  'a rider does not pass a file to others');

select tests.act_as('driver');
select ok(tests.put('users', tests.id('driver') || '/license'), 'a driver puts a license');
select ok(tests.put('users', tests.id('driver') || '/profileImage'), 'a driver puts a picture');
select ok(tests.put('bookings', tests.booking() || '/pickup_image'), 'a driver puts images of the booking they carry');
select ok(not tests.put('bookings', tests.booking() || '/selfie'), 'no others');
select ok(not tests.put('bookings', gen_random_uuid() || '/pickup_image'), 'to no other booking');
select isnt_empty($$ update storage.objects set metadata = '{}' where bucket_id = 'bookings' returning id $$, 'a driver replaces the images of the booking');
select ok(tests.sees(tests.id('rider') || '/profileImage'), 'a driver knows the face of the rider');
select is(tests.take('bookings'), 0::bigint, 'a driver takes no image of a booking away');

select tests.act_as('rider');
select ok(tests.sees(tests.booking() || '/pickup_image'), 'the rider sees the booking''s images');
select ok(tests.sees(tests.id('driver') || '/profileImage'), 'the rider sees the face of the driver');
select ok(not tests.sees(tests.id('driver') || '/license'), 'the rider sees no license');
select is_empty($$ update storage.objects set metadata = '{}' where bucket_id = 'bookings' returning id $$, 'the rider changes no image of the booking');

select tests.as_owner();
update public.drivers set fleet_id = tests.id('fleet') where id = tests.id('driver');
update public.drivers set fleet_id = null where id = tests.id('driver2');
select tests.act_as('driver2');
select ok(tests.put('users', tests.id('driver2') || '/license'), 'another driver puts a license');
select is((select count(*) from storage.objects), 1::bigint, 'another driver sees nothing of others');
select ok(not tests.put('bookings', tests.booking() || '/deliver_image'), 'another driver adds nothing to others'' bookings');
select tests.act_as('fleet');
select ok(tests.sees(tests.id('driver') || '/license'), 'a fleet admin reads the license of their driver');
select ok(not tests.sees(tests.id('driver2') || '/license'), 'a fleet admin reads the license of no other driver');
select ok(tests.put('users', tests.id('driver') || '/insurance'), 'a fleet admin puts an insurance of their driver');
select ok(not tests.put('users', tests.id('driver2') || '/insurance'), 'of no other');

select tests.act_as('rider2');
select is_empty($$ select 1 from storage.objects $$, 'a stranger sees nothing');

select tests.set('allow_critical_edits_admin', 'false');
select tests.act_as('admin');
select ok(not tests.put('cartypes', 'demo.png'), 'in a demo car images stay');
select is(tests.take('cartypes'), 0::bigint, 'all of them');
select ok(not tests.sees(tests.id('driver') || '/license'), 'papers under review are closed to admins');
select tests.act_as('fleet');
select ok(not tests.sees(tests.id('driver') || '/license'), 'papers under review are closed to fleet admins');
select tests.set('allow_critical_edits_admin', 'true');

select tests.act_as('admin');
select is((select count(*) from storage.objects where bucket_id in ('users', 'bookings', 'cartypes')), 7::bigint, 'an admin sees what people keep');
select is(tests.take('users'), 0::bigint, 'an admin deletes nothing of what people keep');
select is(tests.take('cartypes'), 1::bigint, 'an admin deletes car images');

select tests.act_as('rider');
select is(tests.take('users'), 1::bigint, 'people delete their own files');
select throws_ok($$ delete from storage.objects $$, '42501', null, 'through the Storage API alone');

select tests.as_visitor();
select is_empty($$ select 1 from storage.objects $$, 'a visitor lists nothing');
select ok(not tests.put('cartypes', 'x.png'), 'a visitor puts nothing');
select ok(not tests.put('users', gen_random_uuid() || '/profileImage'), 'nowhere');
select * from finish();
