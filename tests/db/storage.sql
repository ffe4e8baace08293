-- Storage buckets and their policies.
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
  -- As the Storage API does it: direct deletes of rows are refused, since the files would remain.
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
  $$ values ('bookings', false), ('cartypes', true), ('company', true), ('regions', false), ('shifts', false), ('users', false) $$, 'there are six storage buckets, two of them public');
select is_empty($$ select id from storage.buckets, unnest(allowed_mime_types) as t (mime) where id = 'company' and mime not in ('image/png', 'image/jpeg', 'image/webp') $$,
  'a logo cannot be an SVG, which could contain a script');
select results_eq($$ select id from storage.buckets, unnest(allowed_mime_types) as t (mime) where mime not like 'image/%' $$,
  $$ values ('users') $$, 'only the bucket "users" accepts other files than images');
select is((select array_agg(mime) from storage.buckets, unnest(allowed_mime_types) as t (mime) where mime not like 'image/%'),
  '{application/pdf}', 'besides images only PDF files are accepted');
select is_empty($$ select id from storage.buckets where id <> 'regions' and (file_size_limit is null or allowed_mime_types is null) $$,
  'every bucket for uploads limits file size and types');
select tests.ride('ARRIVED');

select tests.as_service();
select ok(tests.put('regions', 'current/graph.bin'), 'the service role uploads the region');

select tests.act_as('admin');
-- Spec 7.28
select ok(tests.put('cartypes', 'cab.png'), 'an admin uploads car images');
select ok(not tests.put('regions', 'current/places.json'), 'an admin cannot upload a region');
select is_empty($$ select 1 from storage.objects where bucket_id = 'regions' $$, 'an admin cannot read the region');
select ok(not tests.put('users', tests.id('rider') || '/profileImage'), 'an admin cannot upload another person''s picture');
select is(tests.take('regions'), 0::bigint, 'an admin cannot delete the region');
select is_empty($$ select 1 from storage.buckets $$, 'an admin cannot read the buckets');
select throws_ok($$ insert into storage.buckets (id, name) values ('mine', 'mine') $$, '42501', null, 'an admin cannot create a bucket');

select tests.act_as('rider');
-- Spec 7.59
select ok(tests.put('users', tests.id('rider') || '/profileImage'), 'a rider uploads the own picture');
select ok(not tests.put('users', tests.id('rider') || '/diary'), 'a rider cannot upload a file other than a picture or document');
select ok(not tests.put('users', tests.id('rider') || '/profileImage/more'), 'a rider cannot upload a file below the picture');
select ok(not tests.put('users', tests.id('rider2') || '/profileImage'), 'a rider cannot upload another rider''s picture');
select ok(not tests.put('users', 'profileImage'), 'a rider cannot upload a picture without a folder');
select ok(not tests.put('cartypes', 'mine.png'), 'a rider cannot upload car images');
select ok(not tests.put('bookings', tests.booking() || '/pickup_image'), 'a rider cannot upload an image of the own booking');
select is((select count(*) from storage.objects), 1::bigint, 'a rider reads only the own files');
select isnt_empty($$ update storage.objects set metadata = '{}' where bucket_id = 'users' returning id $$, 'a rider replaces the own files');
select throws_ok($$ update storage.objects set name = tests.id('rider2') || '/license' where bucket_id = 'users' $$, '42501', null,
  'a rider cannot move a file to another person');

select tests.act_as('driver');
-- Spec 7.59
select ok(tests.put('users', tests.id('driver') || '/license'), 'a driver uploads a licence');
select ok(tests.put('users', tests.id('driver') || '/profileImage'), 'a driver uploads the own picture');
-- Spec 7.60
select ok(tests.put('bookings', tests.booking() || '/pickup_image'), 'a driver uploads images of the booking they carry');
select ok(not tests.put('bookings', tests.booking() || '/selfie'), 'a driver cannot upload a booking image with another name');
select ok(not tests.put('bookings', gen_random_uuid() || '/pickup_image'), 'a driver cannot upload an image of another booking');
select tests.pass_files();
select isnt_empty($$ update storage.objects set metadata = '{}' where bucket_id = 'bookings' returning id $$, 'a driver replaces images of the booking they carry');
select ok(tests.sees(tests.id('rider') || '/profileImage'), 'a driver sees the picture of the booking''s rider');
select is(tests.take('bookings'), 0::bigint, 'a driver cannot delete an image of a booking');

select tests.act_as('rider'), tests.pass_files();
select ok(tests.sees(tests.booking() || '/pickup_image'), 'a rider sees the images of the own booking');
select ok(tests.sees(tests.id('driver') || '/profileImage'), 'a rider sees the picture of the booking''s driver');
select ok(not tests.sees(tests.id('driver') || '/license'), 'a rider cannot see the driver''s licence');
select is_empty($$ update storage.objects set metadata = '{}' where bucket_id = 'bookings' returning id $$, 'a rider cannot replace an image of the booking');

select tests.as_owner();
update public.drivers set fleet_id = tests.id('fleet') where id = tests.id('driver');
update public.drivers set fleet_id = null where id = tests.id('driver2');
select tests.act_as('driver2');
select ok(tests.put('users', tests.id('driver2') || '/license'), 'another driver uploads the own licence');
select is((select count(*) from storage.objects), 1::bigint, 'another driver sees only the own files');
select ok(not tests.put('bookings', tests.booking() || '/deliver_image'), 'another driver cannot upload an image of the booking');
select tests.act_as('fleet');
select ok(not tests.sees(tests.id('driver') || '/license'), 'a fleet admin does not read a licence without opening it');
select ok(not tests.sees(tests.id('driver2') || '/license'), 'a fleet admin cannot read the licence of another driver');
select ok(tests.put('users', tests.id('driver') || '/insurance'), 'a fleet admin uploads an insurance for the own driver');
select ok(not tests.put('users', tests.id('driver2') || '/insurance'), 'a fleet admin cannot upload an insurance for another driver');

select tests.act_as('rider2');
select is_empty($$ select 1 from storage.objects $$, 'a rider without files or bookings sees no files');

select tests.set('allow_critical_edits_admin', 'false');
select tests.act_as('admin');
select ok(not tests.put('cartypes', 'demo.png'), 'an admin cannot upload car images in demo mode');
select is(tests.take('cartypes'), 0::bigint, 'an admin cannot delete car images in demo mode');
select ok(not tests.sees(tests.id('driver') || '/license'), 'an admin cannot read documents in demo mode');
select tests.act_as('fleet');
select ok(not tests.sees(tests.id('driver') || '/license'), 'a fleet admin cannot read documents in demo mode');
select tests.set('allow_critical_edits_admin', 'true');

select tests.act_as('admin'), tests.pass_files();
select is((select count(*) from storage.objects where bucket_id in ('users', 'bookings', 'cartypes')), 4::bigint, 'an admin sees the pictures of people, bookings and car types, and no papers');
select is(tests.take('users'), 0::bigint, 'an admin cannot delete files of people');
select is(tests.take('cartypes'), 1::bigint, 'an admin deletes car images');

select tests.act_as('rider');
select is(tests.take('users'), 1::bigint, 'a rider deletes the own files');
select throws_ok($$ delete from storage.objects $$, '42501', null, 'a rider cannot delete rows of files directly');

select tests.as_visitor();
select is_empty($$ select 1 from storage.objects $$, 'a visitor sees no files');
select ok(not tests.put('cartypes', 'x.png'), 'a visitor cannot upload car images');
select ok(not tests.put('users', gen_random_uuid() || '/profileImage'), 'a visitor cannot upload a picture');
select * from finish();
